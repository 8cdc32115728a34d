import { FAMILIES_MESSAGES, type SignUpResource, signUpResource } from '#contract/families/sign-up.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import {
  deleteSignUp,
  findSignUp,
  listWaiting,
  lockSignUp,
  type SignUp,
} from '#server/data/families/sign-ups.ts';
import { listGroups } from '#server/data/groups/groups.ts';
import { loadSchool } from '#server/data/schools.ts';
import { enqueueFamilyMail } from '#server/features/families/mails/queue.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { A_FAMILY, joinList } from './joining.ts';

/** Families who wait for the school's approval. */

const SHOWN_MOST = 500;

export async function listSignUps(
  { database }: AppContext,
  { schoolId }: Member,
): Promise<readonly SignUpResource[]> {
  const rows = await listWaiting(database, schoolId, SHOWN_MOST);
  return await present(database, schoolId, rows);
}

/** Puts a waiting family on the list, and mails them. Throws 404 for one that no longer waits. */
export async function acceptSignUp(context: AppContext, caller: Member, id: string): Promise<SignUpResource> {
  const { database } = context;
  const { schoolId } = caller;
  const school = await loadSchool(database, schoolId);
  return await database.forSchool(schoolId, async () => {
    const request = await lockWaiting(context, caller, id);
    const [shown] = await present(database, schoolId, [request]);
    await joinList(context, school, request);
    const { subscriberId } = (await findSignUp(database, request)) ?? {};
    if (shown === undefined || !subscriberId) throw new Error('Nobody joined the list');
    await recordAudit(context, caller, 'sign_up_accepted', A_FAMILY, { subscriber_id: subscriberId });
    await enqueueFamilyMail(context, { kind: 'accepted', schoolId, subscriberId });
    return shown;
  });
}

/** Deletes a waiting family's request without notifying them. Throws 404 as `acceptSignUp`. */
export async function refuseSignUp(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database } = context;
  await database.forSchool(caller.schoolId, async () => {
    await deleteSignUp(database, await lockWaiting(context, caller, id));
    await recordAudit(context, caller, 'sign_up_refused', A_FAMILY);
  });
}

async function lockWaiting({ database }: AppContext, { schoolId }: Member, id: string): Promise<SignUp> {
  const request = await lockSignUp(database, { schoolId, id });
  if (request?.state !== 'waiting') throw notFound(FAMILIES_MESSAGES.request);
  return request;
}

async function present(
  database: AppContext['database'],
  schoolId: string,
  rows: readonly SignUp[],
): Promise<readonly SignUpResource[]> {
  const groups = await listGroups(database, schoolId);
  return rows.map((row) => {
    const chosen = groups.filter(({ id, retiredAt }) => retiredAt === null && row.groupIds.includes(id));
    return resourceOf(signUpResource, row, { groups: chosen.map(({ id, name }) => ({ id, name })) });
  });
}
