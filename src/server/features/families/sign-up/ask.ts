import { SIGN_UP_LIFETIME_MS } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { insertSignUp } from '#server/data/families/sign-ups.ts';
import { mayMail } from '#server/data/mail-limits.ts';
import type { School } from '#server/data/schools.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';

/**
 * Takes a request to be put on a list. Nothing here looks whether the address is known, so that neither the answer nor its time
 * tells: the job that mails it does. Beyond the limits nothing happens, and nobody is told.
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
