import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import type { User } from '#server/data/users.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import type { TwoStepChange } from './emails.ts';

/** Reports a change by mail, so that nobody can make it unnoticed, and in the school's log. */
export async function mailTwoStepChange(
  context: AppContext,
  { id: personId, schoolId }: User,
  change: TwoStepChange,
  subject = '',
): Promise<void> {
  if (schoolId !== null) await recordAudit(context, { schoolId, personId }, change, subject);
  await context.jobs.send(accountMail, { kind: 'two_step', personId, change });
}
