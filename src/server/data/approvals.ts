import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ROLES, type Role } from '#contract/access.ts';
import { APPROVAL_MESSAGES, mayApprove, needsApproval } from '#contract/approval/approval.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import { STAFF_ROLES } from '#contract/invites.ts';
import { storedBlocks } from '#newsletter/document/upgrade.ts';
import { SETTING_NAMES, type SettingName } from '#newsletter/settings/settings.ts';
import { sortedHash } from '#server/platform/content-hash.ts';
import type { Database } from '#server/platform/db/client.ts';
import { approvals, approvers } from '#server/platform/db/schema/approval.ts';
import { schools, users } from '#server/platform/db/schema/core.ts';
import { pastEditions, type StateSettings } from '#server/platform/db/schema/history.ts';
import { editions } from '#server/platform/db/schema/newsletters.ts';
import { invitations } from '#server/platform/db/schema/people.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import type { User } from './users.ts';

/** The parts of approval that several features need. */

/** A request for approval, with its content. */
export type Approval = typeof approvals.$inferSelect;

/** The parts of a newsletter that are approved. */
export type ApprovedContent = StateSettings & {
  readonly code: readonly unknown[];
  readonly codeVersion: number;
};

/** A hash of the approved content, for rows as read from the database, which orders the properties of their JSON. */
export function fingerprintOf(content: ApprovedContent): string {
  const { title, layoutType, code, codeVersion } = content;
  return createHash('sha256')
    .update(JSON.stringify([title, layoutType, ...settingsHashed(content), codeVersion, code]))
    .digest('base64url');
}

/** A hash of a newsletter as families see it, with the dates of the calendar. It is the same before and after storing. */
export function shownHashOf(content: ApprovedContent): string {
  const { title, layoutType, code, codeVersion } = content;
  return sortedHash([title, layoutType, ...settingsHashed(content), storedBlocks(code, codeVersion)]);
}

/** The settings that there were when the first hashes were stored, which have them all. */
const FIRST_HASHED: readonly SettingName[] = ['design', 'colours', 'issueDate'];

// A later one counts only once it is set: an approval from before there was such a setting stays valid.
function settingsHashed(content: ApprovedContent): readonly unknown[] {
  const later = SETTING_NAMES.filter((name) => !FIRST_HASHED.includes(name) && content[name] != null);
  return [
    ...FIRST_HASHED.map((name) => content[name] ?? null),
    ...later.map((name) => [name, content[name]]),
  ];
}

const APPROVING_ROLES = ROLES.filter(mayApprove);
const APPROVING_STAFF = STAFF_ROLES.filter(mayApprove);

/** Lists the people who may approve: the owner and active admins, oldest account first; `isChosen`: the school asks them. */
export async function listCandidates(
  database: Database,
  schoolId: string,
): Promise<readonly (User & { readonly isChosen: boolean })[]> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ user: users, chosen: approvers.userId })
      .from(users)
      .leftJoin(approvers, eq(approvers.userId, users.id))
      .where(
        and(eq(users.schoolId, schoolId), inArray(users.role, APPROVING_ROLES), eq(users.status, 'ACTIVE')),
      )
      .orderBy(asc(users.createdAt), asc(users.id)),
  );
  return rows.map(({ user, chosen }) => ({ ...user, isChosen: chosen !== null }));
}

/** Lists the people who could approve once they accept their invitation, which is open at that moment. */
export async function listInvitedToApprove(
  database: Database,
  schoolId: string,
  now: Date,
): Promise<readonly (typeof invitations.$inferSelect)[]> {
  const isOpen = and(inArray(invitations.role, APPROVING_STAFF), gt(invitations.endsAt, now));
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(invitations)
      .where(and(eq(invitations.schoolId, schoolId), isOpen))
      .orderBy(asc(invitations.createdAt), asc(invitations.id)),
  );
}

/** The person who publishes or sends, perhaps by an API token. */
export interface ApprovalCaller {
  readonly schoolId: string;
  readonly role: Role;
  /** With an API token the caller needs approval, whoever made the token. */
  readonly tokenName?: string;
}

/** A school's rule: whether approval is on, and whether it also binds the owner. */
export interface ApprovalRule {
  readonly isOn: boolean;
  readonly bindsOwner: boolean;
}

/** Whether the caller may publish only approved content. */
export async function isBound(
  database: Database,
  { schoolId, role, tokenName }: ApprovalCaller,
): Promise<boolean> {
  const { isOn, bindsOwner } = await approvalRuleOf(database, schoolId);
  return isOn && (needsApproval(role, bindsOwner) || tokenName !== undefined);
}

/**
 * Throws 403 if the caller may send only approved content, and the edition was neither approved nor published by a
 * person who needs no approval.
 */
export async function requireApprovedEdition(
  database: Database,
  publisher: ApprovalCaller,
  newsletterId: string,
): Promise<void> {
  const { schoolId } = publisher;
  if (!(await isBound(database, publisher))) return;
  const isFine = await database.forSchool(
    schoolId,
    async () =>
      (await isPublishedAsIs(database, schoolId, newsletterId)) ||
      (await isEditionApproved(database, schoolId, newsletterId)),
  );
  if (!isFine) throw notApproved(APPROVAL_MESSAGES.requiredToSend);
}

// The content was approved, or its publisher needs no approval.
async function isPublishedAsIs(database: Database, schoolId: string, newsletterId: string): Promise<boolean> {
  const { id, personId, publishedAt, redrawnAt, isApproved } = pastEditions;
  const { bindsOwner } = await approvalRuleOf(database, schoolId);
  const isOfNewsletter = and(
    eq(pastEditions.schoolId, schoolId),
    eq(pastEditions.newsletterId, newsletterId),
  );
  const [newest] = await database
    .orm()
    .select({ role: users.role, isApproved })
    .from(pastEditions)
    .leftJoin(users, eq(users.id, personId))
    .where(and(isOfNewsletter, isNull(redrawnAt)))
    .orderBy(desc(publishedAt), desc(id))
    .limit(1);
  if (newest === undefined) return false;
  return newest.isApproved || (newest.role !== null && !needsApproval(newest.role, bindsOwner));
}

async function isEditionApproved(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<boolean> {
  const orm = database.orm();
  const [edition] = await orm
    .select()
    .from(editions)
    .where(and(eq(editions.schoolId, schoolId), eq(editions.newsletterId, newsletterId)));
  if (edition === undefined) return false;
  const { layoutType, code, codeVersion, ...rest } = edition;
  // The program's first version stored less.
  if (layoutType === null || code === null || codeVersion === null) return false;
  const shown = { ...rest, layoutType, code, codeVersion };
  const isSame = and(
    eq(approvals.status, 'approved'),
    or(eq(approvals.shownHash, shownHashOf(shown)), eq(approvals.fingerprint, fingerprintOf(shown))),
  );
  const isOfNewsletter = and(eq(approvals.schoolId, schoolId), eq(approvals.newsletterId, newsletterId));
  return (await orm.$count(approvals, and(isOfNewsletter, isSame))) > 0;
}

/** Whether the school wants approval, and whether it also binds the owner. */
export async function approvalRuleOf(database: Database, schoolId: string): Promise<ApprovalRule> {
  return await database.forSchool(schoolId, async () => {
    const [school] = await database
      .orm()
      .select({ isOn: schools.approval, bindsOwner: schools.approvalBindsOwner })
      .from(schools)
      .where(eq(schools.id, schoolId));
    return school ?? { isOn: false, bindsOwner: false };
  });
}

/** The 403 for content that is not approved. */
export function notApproved(message: string): Refusal {
  return new Refusal(403, { error_message: message, error_code: APPROVAL_REQUIRED });
}

/** All requests of a school, oldest first, with the people's names as they are now. */
export async function listArchivedApprovals(database: Database, schoolId: string) {
  const [asker, approver, decider] = [
    alias(users, 'asker'),
    alias(users, 'approver'),
    alias(users, 'decider'),
  ];
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ approval: approvals, asker, approver, decider })
      .from(approvals)
      .leftJoin(asker, eq(asker.id, approvals.askedBy))
      .leftJoin(approver, eq(approver.id, approvals.approverId))
      .leftJoin(decider, eq(decider.id, approvals.decidedBy))
      .where(eq(approvals.schoolId, schoolId))
      .orderBy(asc(approvals.position)),
  );
}
