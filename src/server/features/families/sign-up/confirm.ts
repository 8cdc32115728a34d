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

/** The link in the mail to a family that has signed up. */

/** The request behind a link; null if it is too old, or was never made. */
export async function findSignUpRequest(
  { database, clock }: AppContext,
  school: School,
  token: string,
): Promise<SignUp | null> {
  const request = await findSignUpByToken(database, school.id, token);
  return request !== null && isAlive(request, clock.now()) ? request : null;
}

/** A family that waits for the school can follow the link for as long as that takes. */
function isAlive({ state, expiresAt }: SignUp, now: Date): boolean {
  return state === 'waiting' || expiresAt > now;
}

/**
 * Confirms a request: puts the family on the list, or lets it wait for the school. Idempotent. Null as `findSignUpRequest`. Former readers
 * are known to the school, and come back without approval. Each confirmed request counts: its groups are added.
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
