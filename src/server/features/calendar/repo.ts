import { and, eq } from 'drizzle-orm';
import type { EventRow } from '#server/data/events/events.ts';
import type { Database } from '#server/platform/db/client.ts';
import { schoolEvents } from '#server/platform/db/schema/events.ts';

/** The queries of the calendar that no other feature needs. */

export async function countEvents(database: Database, schoolId: string): Promise<number> {
  return await database.orm().$count(schoolEvents, eq(schoolEvents.schoolId, schoolId));
}

export async function deleteEventRow(
  database: Database,
  { id, schoolId }: Pick<EventRow, 'id' | 'schoolId'>,
): Promise<void> {
  await database
    .orm()
    .delete(schoolEvents)
    .where(and(eq(schoolEvents.schoolId, schoolId), eq(schoolEvents.id, id)));
}
