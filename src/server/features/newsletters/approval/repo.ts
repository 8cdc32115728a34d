import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Approval } from '#server/data/approvals.ts';
import type { Newsletter } from '#server/features/newsletters/repo.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { approvals, approvers } from '#server/platform/db/schema/approval.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { hashToken } from '#server/platform/http/tokens.ts';

/** Queries that only approval needs. All but the last run in a school's transaction. */

/** Replaces the chosen people. */
export async function replaceApprovers(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<void> {
  const orm = database.orm();
  await orm.delete(approvers).where(eq(approvers.schoolId, schoolId));
  if (ids.length > 0) await orm.insert(approvers).values(ids.map((userId) => ({ userId, schoolId })));
}

/**
 * Locks a newsletter until the transaction ends, so that its content, approval and notes stay as they are. Rows that refer to
 * it may still be written.
 */
export async function lockNewsletter(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Newsletter | null> {
  const [row] = await database
    .orm()
    .select()
    .from(newsletters)
    .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, id)))
    .for('no key update');
  return row ?? null;
}

export async function insertApproval(
  database: Database,
  row: typeof approvals.$inferInsert,
): Promise<Approval> {
  return returnedRow(await database.orm().insert(approvals).values(row).returning());
}

/** Ends the waiting request; null if there is none. */
export async function endWaiting(
  database: Database,
  schoolId: string,
  newsletterId: string,
  status: 'withdrawn' | 'replaced',
): Promise<Approval | null> {
  const [ended] = await database
    .orm()
    .update(approvals)
    .set({ status })
    .where(
      and(
        eq(approvals.schoolId, schoolId),
        eq(approvals.newsletterId, newsletterId),
        eq(approvals.status, 'waiting'),
      ),
    )
    .returning();
  return ended ?? null;
}

/** Changes a waiting request; null if it waits no longer. */
export async function changeWaiting(
  database: Database,
  { schoolId, id }: Pick<Approval, 'schoolId' | 'id'>,
  changes: Partial<Omit<typeof approvals.$inferInsert, 'id' | 'schoolId' | 'newsletterId'>>,
): Promise<Approval | null> {
  const isWaiting = and(eq(approvals.id, id), eq(approvals.status, 'waiting'));
  const [changed] = await database
    .orm()
    .update(approvals)
    .set(changes)
    .where(and(eq(approvals.schoolId, schoolId), isWaiting))
    .returning();
  return changed ?? null;
}

export async function findApprovalRequest(
  database: Database,
  schoolId: string,
  id: string,
): Promise<Approval | null> {
  const [row] = await database
    .orm()
    .select()
    .from(approvals)
    .where(and(eq(approvals.schoolId, schoolId), eq(approvals.id, id)));
  return row ?? null;
}

/** The last request before a given one that was answered; null if there is none. Runs in the school's transaction. */
export async function findAnsweredBefore(
  database: Database,
  { schoolId, newsletterId, position }: Pick<Approval, 'schoolId' | 'newsletterId' | 'position'>,
): Promise<Approval | null> {
  const isAnswered = inArray(approvals.status, ['approved', 'changes']);
  const [row] = await database
    .orm()
    .select()
    .from(approvals)
    .where(
      and(
        eq(approvals.schoolId, schoolId),
        eq(approvals.newsletterId, newsletterId),
        isAnswered,
        lt(approvals.position, position),
      ),
    )
    .orderBy(desc(approvals.position))
    .limit(1);
  return row ?? null;
}

/** The request whose mailed link has this token, in any school. Do not use within `forSchool`. */
export async function findApprovalByToken(database: Database, token: string): Promise<Approval | null> {
  const [row] = await database
    .orm()
    .select()
    .from(approvals)
    .where(eq(approvals.tokenHash, hashToken(token)));
  return row ?? null;
}
