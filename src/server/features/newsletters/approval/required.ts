import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { APPROVAL_MESSAGES } from '#contract/approval/approval.ts';
import { APPROVAL_REQUIRED } from '#contract/errors.ts';
import {
  type Approval,
  type ApprovalCaller,
  type ApprovedContent,
  fingerprintOf,
  isBound,
  notApproved,
} from '#server/data/approvals.ts';
import type { Database } from '#server/platform/db/client.ts';
import { approvals } from '#server/platform/db/schema/approval.ts';
import { Refusal } from '#server/platform/http/errors.ts';

/** The checks of approval before publishing and planning. */

/** The newest request for a newsletter that was neither taken back nor replaced; null without one. */
export async function findApproval(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<Approval | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(approvals)
      .where(
        and(
          ofNewsletter(schoolId, newsletterId),
          inArray(approvals.status, ['waiting', 'approved', 'changes']),
        ),
      )
      .orderBy(desc(approvals.position))
      .limit(1),
  );
  return row ?? null;
}

/** Throws 403 if the caller may publish only approved content, and this is not approved. */
export async function requireApproval(
  database: Database,
  publisher: ApprovalCaller,
  newsletter: ApprovedContent & { readonly id: string },
): Promise<void> {
  if (!(await isBound(database, publisher))) return;
  const found = await findApproval(database, publisher.schoolId, newsletter.id);
  if (found?.status !== 'approved' || found.fingerprint !== fingerprintOf(newsletter))
    throw notApproved(APPROVAL_MESSAGES.requiredToPublish);
}

/** The approval that a publishing relies on: the newest one of this content; null if none is needed, or there is none. */
export async function findReliedOn(
  database: Database,
  publisher: ApprovalCaller,
  { id, fingerprint }: { readonly id: string; readonly fingerprint: string },
): Promise<Approval | null> {
  if (!(await isBound(database, publisher))) return null;
  const { schoolId } = publisher;
  const isOfThis = and(eq(approvals.status, 'approved'), eq(approvals.fingerprint, fingerprint));
  const [newest] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(approvals)
      .where(and(ofNewsletter(schoolId, id), isOfThis))
      .orderBy(desc(approvals.position))
      .limit(1),
  );
  return newest ?? null;
}

/**
 * Whether content stored apart from the draft, such as a timing's, may be published as far as approval is concerned. Only requests for
 * this very content count.
 */
export async function isContentApproved(
  database: Database,
  publisher: ApprovalCaller,
  newsletterId: string,
  fingerprint: string,
): Promise<boolean> {
  const { schoolId } = publisher;
  if (!(await isBound(database, publisher))) return true;
  const [newest] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ status: approvals.status })
      .from(approvals)
      .where(and(ofNewsletter(schoolId, newsletterId), eq(approvals.fingerprint, fingerprint)))
      .orderBy(desc(approvals.position))
      .limit(1),
  );
  return newest?.status === 'approved';
}

/** Whether an error is the 403 for content that is not approved. */
export function isNotApproved(error: unknown): boolean {
  return error instanceof Refusal && error.body.error_code === APPROVAL_REQUIRED;
}

function ofNewsletter(schoolId: string, newsletterId: string): SQL | undefined {
  return and(eq(approvals.schoolId, schoolId), eq(approvals.newsletterId, newsletterId));
}
