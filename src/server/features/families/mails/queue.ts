import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { type JobOptions, mailQueue } from '#server/platform/jobs/jobs.ts';

/** The mails to families, and the one about them. Tokens are made in the job, so that no job's stored data contains one. */

const ofSchool = { schoolId: z.uuid() };
export const familyMail = mailQueue(
  'family_mail',
  z.discriminatedUnion('kind', [
    /** To an address that somebody signed up. */
    z.object({ ...ofSchool, kind: z.literal('asked'), id: z.uuid() }),
    /** The school has let them in. */
    z.object({ ...ofSchool, kind: z.literal('accepted'), subscriberId: z.uuid() }),
    /** To the school's owner: some wait. */
    z.object({ ...ofSchool, kind: z.literal('waiting') }),
    /** To the new address of a change, and to the old one once it is done. */
    z.object({ ...ofSchool, kind: z.literal('move'), id: z.uuid() }),
    z.object({ ...ofSchool, kind: z.literal('moved'), id: z.uuid() }),
  ]),
);
export type FamilyMailOrder = z.output<typeof familyMail.data>;

/** Has a mail made. Joins the current transaction. */
export async function enqueueFamilyMail(
  { jobs }: AppContext,
  order: FamilyMailOrder,
  options?: JobOptions,
): Promise<void> {
  await jobs.send(familyMail, order, options);
}
