import { SIGN_UP_LIFETIME_MS } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { insertSignUp } from '#server/data/families/sign-ups.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import type { School } from '#server/data/schools.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';

/**
 * Records a request to join a list. It does not look the address up, so that neither the answer nor its time reveals whether it is known:
 * the job that mails does that. Beyond the limits it does nothing, and the answer is the same.
 */
export async function askToJoin(
  context: AppContext,
  school: School,
  asked: { readonly email: string; readonly groupIds: readonly string[]; readonly language: string | null },
  ip: string,
): Promise<void> {
  const { database, clock } = context;
  const { email, groupIds, language } = asked;
  const schoolId = school.id;
  if (!(await mayMail(context, 'familySignUp', { to: email, ip, schoolId }))) return;
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + SIGN_UP_LIFETIME_MS);
  await database.forSchool(schoolId, async () => {
    const row = { schoolId, email, groupIds: [...groupIds], language, createdAt, expiresAt };
    const { id } = await insertSignUp(database, row);
    await enqueueFamilyMail(context, { kind: 'asked', schoolId, id });
  });
}
