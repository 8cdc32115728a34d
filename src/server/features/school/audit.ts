import { count, desc, eq } from 'drizzle-orm';
import { type AuditEntry, auditResource } from '#contract/audit.ts';
import type { AppContext } from '#server/context.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { auditLog } from '#server/platform/db/schema/core.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { offsetOf, pageTotals, type WantedPage } from '#server/platform/paging.ts';

type Entry = typeof auditLog.$inferSelect;

/** A page of the school's log, the newest first. Throws 404 for any other school. */
export async function readAuditLog(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
  wanted: WantedPage,
): Promise<{ readonly entries: readonly Entry[]; readonly total: number; readonly total_pages: number }> {
  if (id !== schoolId) throw notFound('School');
  return await database.forSchool(schoolId, async () => {
    const mine = eq(auditLog.schoolId, schoolId);
    const [counted] = await database.orm().select({ total: count() }).from(auditLog).where(mine);
    const entries = await database
      .orm()
      .select()
      .from(auditLog)
      .where(mine)
      .orderBy(desc(auditLog.createdAt), desc(auditLog.sequence))
      .limit(wanted.per_page)
      .offset(offsetOf(wanted));
    return { entries, ...pageTotals(counted?.total ?? 0, wanted) };
  });
}

/** A line of the log as the contract shows it. */
export function presentAuditEntry(entry: Entry): AuditEntry {
  return resourceOf(auditResource, entry, { actor_id: entry.userId });
}
