import { z } from 'zod';
import { rhythmTrouble } from '#contract/rhythm/next-issue.ts';
import type { AppContext } from '#server/context.ts';
import { mailQueue, queue } from '#server/platform/jobs/jobs.ts';

/** The queues of the rhythm, with the data of their jobs. */

export const rhythmQueue = queue('rhythm', z.object({ schoolId: z.uuid() }));
/** Finds the schools whose next draft is due. */
export const rhythmSweep = queue('rhythm_sweep', z.object({}));
/** Mails one person the outcome of an issue. */
export const rhythmMail = mailQueue(
  'rhythm_mail',
  z.object({
    schoolId: z.uuid(),
    personId: z.uuid(),
    day: z.string(),
    /** `vacant`: the parts that nobody has any more, with the people who had them. */
    news: z.discriminatedUnion('is', [
      z.object({
        is: z.literal('begun'),
        newsletterId: z.uuid(),
        vacant: z.array(z.object({ label: z.string(), person: z.string() })),
      }),
      z.object({ is: z.literal('held'), trouble: rhythmTrouble }),
    ]),
  }),
);

/** Enqueues making the next draft of a school, if it is due. Joins the current transaction. */
export async function enqueueRhythm({ jobs }: AppContext, schoolId: string): Promise<void> {
  await jobs.send(rhythmQueue, { schoolId }, { singletonKey: schoolId });
}
