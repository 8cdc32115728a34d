import { type AuditEntry, auditResource } from '#contract/audit.ts';
import type { AppContext } from '#server/context.ts';
import { type AuditLine, listAuditLines } from '#server/data/audit-log.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { notFound } from '#server/platform/http/errors.ts';
import type { Member } from '#server/platform/http/handle.ts';
import { pageTotals, type WantedPage } from '#server/platform/paging.ts';

/** A page of the school's log, newest first. Throws 404 for another school. */
export async function readAuditLog(
  { database }: AppContext,
  { schoolId }: Member,
  id: string,
  wanted: WantedPage,
): Promise<{ readonly entries: readonly AuditLine[]; readonly total: number; readonly total_pages: number }> {
  if (id !== schoolId) throw notFound('School');
  const { entries, total } = await listAuditLines(database, schoolId, wanted);
  return { entries, ...pageTotals(total, wanted) };
}

/** An entry of the log as the contract shows it. */
export function presentAuditEntry(entry: AuditLine): AuditEntry {
  return resourceOf(auditResource, entry, { actor_id: entry.userId });
}
