import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { editionVariants, pastEditions, variantPages } from '#server/platform/db/schema/history.ts';

/** The queries of an edition's variants for groups. */

export type Variant = typeof editionVariants.$inferSelect;
type NewVariant = typeof editionVariants.$inferInsert;

/** The source of a kept edition, and when it was published; null if there is none. */
export async function findSource(database: Database, schoolId: string, editionId: string) {
  const { source, publishedAt, newsletterId } = pastEditions;
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ source, publishedAt, newsletterId })
      .from(pastEditions)
      .where(and(eq(pastEditions.schoolId, schoolId), eq(pastEditions.id, editionId))),
  );
  return row ?? null;
}

/** The variants of an edition, by their keys. */
export async function findVariants(
  database: Database,
  schoolId: string,
  editionId: string,
): Promise<ReadonlyMap<string, Pick<Variant, 'id' | 'readers'>>> {
  const { id, key, readers } = editionVariants;
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id, key, readers })
      .from(editionVariants)
      .where(and(eq(editionVariants.schoolId, schoolId), eq(editionVariants.editionId, editionId))),
  );
  return new Map(rows.map((row) => [row.key, row]));
}

/** Adds variants, and returns their ids by their keys. A variant that was added meanwhile gets the readers of both. */
export async function insertVariants(
  database: Database,
  schoolId: string,
  rows: readonly NewVariant[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const inserted = await database.forSchool(schoolId, () =>
      database
        .orm()
        .insert(editionVariants)
        .values(rows.slice(from, from + AT_ONCE))
        .onConflictDoUpdate({
          target: [editionVariants.editionId, editionVariants.key],
          set: { readers: sql`${editionVariants.readers} || excluded.readers` },
        })
        .returning({ id: editionVariants.id, key: editionVariants.key }),
    );
    for (const { id, key } of inserted) ids.set(key, id);
  }
  return ids;
}

// Keeps a statement below the maximum number of parameters.
const AT_ONCE = 500;

export async function changeVariant(
  database: Database,
  schoolId: string,
  id: string,
  changes: Partial<Pick<NewVariant, 'readers' | 'mail' | 'mailText' | 'page'>>,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(editionVariants)
      .set(changes)
      .where(and(eq(editionVariants.schoolId, schoolId), eq(editionVariants.id, id))),
  );
}

/** A variant; null if there is none. */
export async function findVariant(database: Database, schoolId: string, id: string): Promise<Variant | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(editionVariants)
      .where(and(eq(editionVariants.schoolId, schoolId), eq(editionVariants.id, id))),
  );
  return row ?? null;
}

/** The ids of an edition's variants whose page has not been kept. */
export async function findUnread(
  database: Database,
  schoolId: string,
  editionId: string,
): Promise<readonly string[]> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: editionVariants.id })
      .from(editionVariants)
      .where(
        and(
          eq(editionVariants.schoolId, schoolId),
          eq(editionVariants.editionId, editionId),
          isNull(editionVariants.page),
        ),
      ),
  );
  return rows.map(({ id }) => id);
}

/** The slugs of variants, by id. */
export async function findSlugs(
  database: Database,
  schoolId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select({ id: editionVariants.id, slug: editionVariants.slug })
      .from(editionVariants)
      .where(and(eq(editionVariants.schoolId, schoolId), inArray(editionVariants.id, [...ids]))),
  );
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Stores the page of a variant, drawn from its newsletter's current edition. */
export async function saveVariantPage(
  database: Database,
  row: typeof variantPages.$inferInsert,
): Promise<void> {
  const { variantId: _, schoolId: __, ...set } = row;
  await database.forSchool(row.schoolId, () =>
    database
      .orm()
      .insert(variantPages)
      .values(row)
      .onConflictDoUpdate({ target: variantPages.variantId, set }),
  );
}
