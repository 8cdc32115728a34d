import { z } from 'zod';
import { TIMING_KINDS } from '#contract/timing/timing-state.ts';
import type { AppContext } from '#server/context.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';
import type { TimingRow } from './repo.ts';

/** The queues of timings, with the data of their jobs. */

export const timingQueue = queue('timing', z.object({ schoolId: z.uuid(), id: z.uuid() }));
/** Finds due timings that no job has done, so that a lost job loses nothing. */
export const timingSweep = queue('timing_sweep', z.object({}));
/** Mails one person the outcome of a timing. The newsletter may be deleted by then. */
export const timingMail = mailQueue(
  'timing_mail',
  z.object({
    schoolId: z.uuid(),
    personId: z.uuid(),
    newsletterId: z.uuid(),
    title: z.string(),
    kind: z.enum(TIMING_KINDS),
    at: z.iso.datetime(),
    /** `trouble`: the reason for holding it. `by` and `how`: who has ended it, and how. */
    news: z.discriminatedUnion('is', [
      z.object({ is: z.literal('done') }),
      z.object({ is: z.literal('held'), trouble: z.string() }),
      z.object({
        is: z.literal('ended'),
        by: z.string(),
        how: z.enum(['canceled', 'replaced', 'deleted', 'published']),
      }),
    ]),
  }),
);

/** Enqueues the job of a timing for its time. Joins the current transaction. */
export async function enqueueTiming(
  { jobs }: AppContext,
  { schoolId, id, at }: Pick<TimingRow, 'schoolId' | 'id' | 'at'>,
): Promise<void> {
  await jobs.send(timingQueue, { schoolId, id }, { startAfter: at });
}
