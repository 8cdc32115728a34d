import { UPLOAD_MESSAGES } from '#contract/errors.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import type { FileOwner } from '#server/features/attachments/repo.ts';
import { Gate, type Requester } from '#server/platform/gate/gate.ts';
import { tooMany } from '#server/platform/http/errors.ts';

/** The gates for uploads. Files that are still arriving pass only the first. */

const RETRY_AFTER_SECONDS = 30;
const refusal = () => tooMany(RETRY_AFTER_SECONDS, UPLOAD_MESSAGES.uploadsUnderWay);

/** Running uploads of one person; further ones wait unread, for less than the timeout of an idle connection. */
export const receiving = new Gate({
  places: Number.POSITIVE_INFINITY,
  placesEach: 2,
  waitingEach: 20,
  waiting: 1000,
  waitMs: 25_000,
  refusal,
});

const ALL_RECEIVED = { placesEach: 1, waitingEach: 100, waiting: 1000, waitMs: 5 * MINUTE_MS, refusal };
/** Cleaning of completely received files. */
export const cleaning = new Gate({ ...ALL_RECEIVED, places: 2 });
/** Decoding of images, up to 160 MB each; more at a time is not faster on two cores. */
export const decoding = new Gate({ ...ALL_RECEIVED, places: 2 });
/** Virus scans: the scanner takes ten connections by default. */
export const scanning = new Gate({ ...ALL_RECEIVED, places: 4 });
/** Rewriting of PDFs, which takes more memory. */
export const rewriting = new Gate({ ...ALL_RECEIVED, places: 1 });

/** All accounts without a school have one share, as anybody may open many. */
export function shareOf({ schoolId, personId }: FileOwner): Requester {
  return { share: schoolId ?? '', by: personId };
}
