import type { z } from 'zod';
import {
  APPROVAL_MESSAGES,
  type ApprovalSettings,
  type approvalSettingsForm,
} from '#contract/approval/approval.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { approvalRuleOf, listCandidates, listInvitedToApprove } from '#server/data/approvals.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { loadSchool, updateSchoolState } from '#server/data/schools.ts';
import type { User } from '#server/data/users.ts';
import type { Database } from '#server/platform/db/client.ts';
import { invalid, notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { replaceApprovers } from './repo.ts';

/** The school's settings of approval: whether it is on, and who approves. */

/**
 * The people whom a school asks: the chosen ones, or its owner if none of them is left. People are not asked about their own requests
 * (`asker`), unless nobody else may approve.
 */
export async function listApprovers(
  database: Database,
  schoolId: string,
  asker?: string,
): Promise<readonly User[]> {
  const candidates = await listCandidates(database, schoolId);
  const others = candidates.filter(({ id }) => id !== asker);
  const askable = others.length > 0 ? others : candidates;
  const chosen = askable.filter(({ isChosen }) => isChosen);
  const owners = askable.filter(({ role }) => role === 'owner');
  return [chosen, owners, askable].find(({ length }) => length > 0) ?? [];
}

/** Throws 404 for another school. */
export async function readSettings(
  { database, clock }: AppContext,
  { schoolId }: Member,
  id: string,
): Promise<ApprovalSettings> {
  if (id !== schoolId) throw notFound('School');
  const { isOn, bindsOwner } = await approvalRuleOf(database, schoolId);
  return {
    is_on: isOn,
    binds_owner: bindsOwner,
    approvers: (await listApprovers(database, schoolId)).map(presentApprover),
    candidates: (await listCandidates(database, schoolId)).map(presentApprover),
    invited: (await listInvitedToApprove(database, schoolId, clock.now())).map((invitation) => ({
      name: nameOrEmail(invitation),
      invited_at: invitation.createdAt.toISOString(),
    })),
  };
}

/** Switching it off deletes nothing. Throws 404 for another school, 400 for people who may not approve. */
export async function changeSettings(
  context: AppContext,
  caller: Member,
  id: string,
  { is_on, approver_ids, binds_owner }: z.output<typeof approvalSettingsForm>,
): Promise<ApprovalSettings> {
  const { schoolId } = caller;
  if (id !== schoolId) throw notFound('School');
  const { database } = context;
  await database.forSchool(schoolId, async () => {
    const { name, approval, approvalBindsOwner } = await loadSchool(database, schoolId);
    const candidates = await listCandidates(database, schoolId);
    const chosen = approver_ids && candidates.filter((person) => approver_ids.includes(person.id));
    if (chosen !== undefined && (chosen.length === 0 || chosen.length !== new Set(approver_ids).size))
      throw invalid({ approver_ids: APPROVAL_MESSAGES.approver });
    const before = candidates.filter(({ isChosen }) => isChosen);
    if (chosen !== undefined && chosen.map(idOf).join() !== before.map(idOf).join()) {
      await replaceApprovers(database, schoolId, chosen.map(idOf));
      await recordAudit(context, caller, 'approvers_changed', name, {
        to: chosen.map(nameOrEmail).join(', '),
      });
    }
    if (binds_owner !== undefined && binds_owner !== approvalBindsOwner) {
      await updateSchoolState(database, schoolId, { approvalBindsOwner: binds_owner });
      const action = binds_owner ? 'approval_binds_owner' : 'approval_frees_owner';
      await recordAudit(context, caller, action, name);
    }
    if (is_on === approval) return;
    await updateSchoolState(database, schoolId, { approval: is_on });
    await recordAudit(context, caller, is_on ? 'approval_switched_on' : 'approval_switched_off', name);
  });
  return await readSettings(context, caller, id);
}

const idOf = ({ id }: User) => id;

export function presentApprover(person: User): { readonly id: string; readonly name: string } {
  return { id: person.id, name: nameOrEmail(person) };
}
