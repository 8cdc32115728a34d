import { and, eq } from 'drizzle-orm';
import type { SchoolEventRow } from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { eventImports, schoolEvents } from '#server/platform/db/schema/events.ts';

/** The queries of the calendar that no other feature needs. */

export async function countEvents(database: Database, schoolId: string): Promise<number> {
  return await database.orm().$count(schoolEvents, eq(schoolEvents.schoolId, schoolId));
}

export async function deleteEventRow(
  database: Database,
  { id, schoolId }: Pick<SchoolEventRow, 'id' | 'schoolId'>,
): Promise<void> {
  await database
    .orm()
    .delete(schoolEvents)
    .where(and(eq(schoolEvents.schoolId, schoolId), eq(schoolEvents.id, id)));
}

type EventImport = typeof eventImports.$inferSelect;

export async function insertDateImport(
  database: Database,
  row: typeof eventImports.$inferInsert,
): Promise<EventImport> {
  return returnedRow(await database.orm().insert(eventImports).values(row).returning());
}

export async function findDateImport(
  database: Database,
  schoolId: string,
  id: string,
): Promise<EventImport | null> {
  const [row] = await database
    .orm()
    .select()
    .from(eventImports)
    .where(and(eq(eventImports.schoolId, schoolId), eq(eventImports.id, id)));
  return row ?? null;
}

export async function markDateImportUndone(
  database: Database,
  { id, schoolId }: Pick<EventImport, 'id' | 'schoolId'>,
  undoneAt: Date,
): Promise<void> {
  await database
    .orm()
    .update(eventImports)
    .set({ undoneAt })
    .where(and(eq(eventImports.schoolId, schoolId), eq(eventImports.id, id)));
}
