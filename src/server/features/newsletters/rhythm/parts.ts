import { addDays, daysBetween } from '#newsletter/values/day-arithmetic.ts';
import type { AppContext } from '#server/context.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';

/** The functions of parts that the rhythm needs; `app.ts` supplies them. */
export interface IssueParts {
  /**
   * Gives the parts of an issue in the next one, in the transaction that makes it. `move` moves the day of each. Returns the people who
   * have got some, and the parts that nobody could get, with the people who had them.
   */
  giveAgain(
    context: AppContext,
    giver: { readonly schoolId: string; readonly personId: string },
    issues: {
      readonly from: string;
      readonly to: Newsletter;
      readonly move: (dueOn: string) => string;
      /** The blocks of people who have left. */
      readonly vacated: readonly { readonly block: string; readonly person: string }[];
    },
  ): Promise<{
    readonly people: readonly string[];
    readonly vacant: readonly { readonly label: string; readonly person: string }[];
  }>;
}

/** Moves the day of a part as far as its issue: never before today or after the issue. */
export function movedDay({
  from,
  to,
  today,
}: {
  readonly from: string;
  readonly to: string;
  readonly today: string;
}): (dueOn: string) => string {
  return (dueOn) => {
    const moved = addDays(dueOn, daysBetween(from, to));
    if (moved > to) return to;
    return moved < today ? today : moved;
  };
}
