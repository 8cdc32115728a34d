import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { type JobOptions, mailQueue } from '#server/platform/jobs/jobs.ts';

/** The mails to families, and the one to the owner about them. Tokens are created in the job, so that no job's stored data contains one. */

const ofSchool = { schoolId: z.uuid() };
export const familyMail = mailQueue(
  'family_mail',
  z.discriminatedUnion('kind', [
    /** Asks an address that was signed up to confirm. */
    z.object({ ...ofSchool, kind: z.literal('asked'), id: z.uuid() }),
    /** Says that the school has let the family in. */
    z.object({ ...ofSchool, kind: z.literal('accepted'), subscriberId: z.uuid() }),
    /** Tells the school's owner that families are waiting. */
    z.object({ ...ofSchool, kind: z.literal('waiting') }),
    /** Mails to the new address of a change, and to the old one once it is done. */
    z.object({ ...ofSchool, kind: z.literal('move'), id: z.uuid() }),
    z.object({ ...ofSchool, kind: z.literal('moved'), id: z.uuid() }),
  ]),
);
export type FamilyMailOrder = z.output<typeof familyMail.data>;

/** Enqueues a mail. Joins the current transaction. */
export async function enqueueFamilyMail(
  { jobs }: AppContext,
  order: FamilyMailOrder,
  options?: JobOptions,
): Promise<void> {
  await jobs.send(familyMail, order, options);
}
