import type { AppContext } from '#server/context.ts';
import type { StoredTimedMail } from '#server/platform/db/schema/timings.ts';

/** The functions of sending that timings need; `app.ts` supplies them. */
export interface TimedSending {
  /** The mail in its stored form. Throws 400 for a reply address or groups that cannot be chosen. */
  check(context: AppContext, schoolId: string, mail: StoredTimedMail): Promise<StoredTimedMail>;
  /** Why the newsletter cannot be sent now; null if it can. */
  trouble(context: AppContext, schoolId: string, newsletterId: string): Promise<string | null>;
  /** Begins sending it, in the transaction that publishes it. */
  send(
    context: AppContext,
    sender: { readonly schoolId: string; readonly personId: string },
    newsletterId: string,
    timed: { readonly mail: StoredTimedMail; readonly at: Date },
  ): Promise<void>;
}
