import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Delivery } from '#server/data/deliveries.ts';
import type { Database } from '#server/platform/db/client.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';

/** The queries of monthly digests that no other feature needs. */

/** A school's last digest. */
export async function findLastDigest(database: Database, schoolId: string): Promise<Delivery | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.schoolId, schoolId), isNotNull(deliveries.digestMonth)))
      .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
      .limit(1),
  );
  return row ?? null;
}

/** Inserts a digest; null if the month has one. */
export async function insertDigest(
  database: Database,
  row: typeof deliveries.$inferInsert,
): Promise<Delivery | null> {
  const [inserted] = await database.orm().insert(deliveries).values(row).onConflictDoNothing().returning();
  return inserted ?? null;
}
