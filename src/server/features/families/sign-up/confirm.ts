import type { AppContext } from '#server/context.ts';
import { findFamilySettings } from '#server/data/families/family-settings.ts';
import {
  changeSignUp,
  findByAddress,
  findSignUpByToken,
  lockSignUp,
  type SignUp,
} from '#server/data/families/sign-ups.ts';
import type { School } from '#server/data/schools.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';
import { groupsAsked, joinList } from './joining.ts';

/** The link in the mail to who has signed up. */

/** The request behind a link; null if it is too old, or was never made. */
export async function findSignUpRequest(
  { database, clock }: AppContext,
  school: School,
  token: string,
): Promise<SignUp | null> {
  const request = await findSignUpByToken(database, school.id, token);
  return request !== null && isAlive(request, clock.now()) ? request : null;
}

/** Who waits for the school may look at the link for as long as it takes. */
function isAlive({ state, expiresAt }: SignUp, now: Date): boolean {
  return state === 'waiting' || expiresAt > now;
}

/**
 * Confirms a request: puts it on the list, or before the school. Idempotent. Null as `findSignUpRequest`. Whoever was on the list before
 * is known to the school, and comes back by themselves. Each confirmed request counts: its groups are added.
 */
export async function confirmRequest(
  context: AppContext,
  school: School,
  token: string,
): Promise<SignUp | null> {
  const { database } = context;
  const found = await findSignUpRequest(context, school, token);
  if (found === null) return null;
  await database.forSchool(school.id, async () => {
    const request = await lockSignUp(database, found);
    if (request?.state !== 'asked') return;
    const { approval } = await findFamilySettings(database, school.id);
    if (!approval || (await findByAddress(database, request)) !== null)
      return await joinList(context, school, request);
    const groupIds = await groupsAsked(database, request);
    await changeSignUp(database, request, { state: 'waiting', groupIds });
    await enqueueFamilyMail(context, { kind: 'waiting', schoolId: school.id });
  });
  return await findSignUpRequest(context, school, token);
}
