import { INVITE_MESSAGES } from '#contract/invites.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { changeOwner } from '#server/data/staff.ts';
import { accountMail } from '#server/features/accounts/email-jobs.ts';
import { giveGrace } from '#server/features/accounts/rules/second-factor.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { findManaged } from './staff.ts';

/**
 * Makes an active admin the school's owner, and the caller an admin; both are notified by mail. The caller's API tokens are revoked. Throws
 * 404, 403 for the owner and by a caller who is no longer the owner, 409 for anybody but an active admin.
 */
export async function handOver(context: AppContext, caller: Member, id: string): Promise<void> {
  const { database, jobs } = context;
  const { schoolId, personId } = caller;
  const found = await findManaged(context, schoolId, id);
  if (found === null) throw notFound('User');
  if (found.kind !== 'person') throw conflict(INVITE_MESSAGES.notAdmin);
  const { person } = found;
  await database.transaction(async () => {
    const outcome = await changeOwner(database, schoolId, { from: personId, to: id });
    if (outcome === 'not owner') throw forbidden(INVITE_MESSAGES.notOwner);
    if (outcome === 'not admin') throw conflict(INVITE_MESSAGES.notAdmin);
    await giveGrace(context, { ...person, role: 'owner' }, person.role);
    await recordAudit(context, caller, 'owner_changed', nameOrEmail(person), { person_id: id });
    for (const each of [id, personId])
      await jobs.send(accountMail, { kind: 'owner_changed', personId: each, from: personId, to: id });
  });
}
