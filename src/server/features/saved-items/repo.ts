import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { SavedKind } from '#contract/saved-items.ts';
import { lockSchool } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { plainTextOf } from '#server/platform/db/plain-text.ts';
import { savedItems } from '#server/platform/db/schema/newsletters.ts';

export type SavedItem = typeof savedItems.$inferSelect;
export type NewSavedItem = typeof savedItems.$inferInsert;

const LISTED = {
  id: savedItems.id,
  kind: savedItems.kind,
  name: savedItems.name,
  layoutType: savedItems.layoutType,
  createdAt: savedItems.createdAt,
} as const;

/** A school's items without their blocks, by name. */
export async function listSavedItems(database: Database, schoolId: string) {
  return await database.forSchool(schoolId, () =>
    database
      .orm()
      .select(LISTED)
      .from(savedItems)
      .where(eq(savedItems.schoolId, schoolId))
      .orderBy(
        sql`${plainTextOf('"saved_items"."name"')} collate "C"`,
        asc(savedItems.createdAt),
        asc(savedItems.id),
      ),
  );
}

export async function findSavedItem(
  database: Database,
  schoolId: string,
  id: string,
): Promise<SavedItem | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(savedItems).where(own(schoolId, id)),
  );
  return row ?? null;
}

/** Inserts an item; null if the school has `most` of its kind already. */
export async function insertSavedItem(
  database: Database,
  row: NewSavedItem & { readonly kind: SavedKind },
  most: number,
): Promise<SavedItem | null> {
  const { schoolId, kind } = row;
  return await database.forSchool(schoolId, async () => {
    // Locked, so that two inserts at once do not both find room.
    await lockSchool(database, schoolId);
    const mine = and(eq(savedItems.schoolId, schoolId), eq(savedItems.kind, kind));
    if ((await database.orm().$count(savedItems, mine)) >= most) return null;
    const [inserted] = await database.orm().insert(savedItems).values(row).returning();
    return inserted ?? null;
  });
}

export async function renameSavedItem(
  database: Database,
  schoolId: string,
  id: string,
  name: string,
): Promise<SavedItem | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().update(savedItems).set({ name }).where(own(schoolId, id)).returning(),
  );
  return row ?? null;
}

/** Deletes an item. False if there was none. */
export async function deleteSavedItem(database: Database, schoolId: string, id: string): Promise<boolean> {
  const rows = await database.forSchool(schoolId, () =>
    database.orm().delete(savedItems).where(own(schoolId, id)).returning({ id: savedItems.id }),
  );
  return rows.length > 0;
}

function own(schoolId: string, id: string): SQL | undefined {
  return and(eq(savedItems.schoolId, schoolId), eq(savedItems.id, id));
}
