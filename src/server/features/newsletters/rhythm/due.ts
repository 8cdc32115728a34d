import { type IssueDay, isSameIssue, issueDaysAfter } from '#contract/rhythm/issue-days.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { issueRhythm, termRange } from '#server/data/rhythm/rhythm.ts';
import type { RunningRhythm } from '#server/data/rhythm/running.ts';

/** For so many days a missed issue is still worth reporting. */
const MISSED_DAYS = 14;
const MISSED_MOST = 15;

/** The earliest day that matters to `dueIssues`, in any time zone, with its whole week. */
export function firstAskedDay(now: Date): string {
  return addDays(now.toISOString().slice(0, 10), -MISSED_DAYS - 8);
}

/**
 * The issue whose draft is to be made now, and the last one that was missed, because the program was not
 * running. Pure.
 */
export function dueIssues(
  { rhythm, timeZone, terms, made, givenUp }: RunningRhythm,
  now: Date,
): { readonly due: IssueDay | null; readonly missed: IssueDay | null } {
  const after = (moment: Date, count: number) =>
    issueDaysAfter(moment, count, issueRhythm(rhythm), { timeZone, terms: terms.map(termRange) });
  const [next] = after(now, 1);
  const isOpen = ({ day }: IssueDay) =>
    !givenUp.includes(day) && made.every((other) => !isSameIssue(day, other));
  const passed = after(new Date(now.getTime() - MISSED_DAYS * DAY_MS), MISSED_MOST)
    .filter(({ at, draftAt }) => at <= now && draftAt > rhythm.changedAt)
    .at(-1);
  return {
    due: next !== undefined && next.draftAt <= now && isOpen(next) ? next : null,
    missed: passed !== undefined && isOpen(passed) ? passed : null,
  };
}
