import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { familySettings, signUps } from '#server/platform/db/schema/families.ts';

/** A school's settings for what families may do themselves, and the number of families that wait. */

export type FamilySettingsRow = typeof familySettings.$inferSelect;

/** The settings of a school without a row. */
const NONE = { approval: false, languages: [], digestWeekday: null, ownerNotifiedAt: null };

export async function findFamilySettings(database: Database, schoolId: string): Promise<FamilySettingsRow> {
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().select().from(familySettings).where(eq(familySettings.schoolId, schoolId)),
  );
  return row ?? { schoolId, ...NONE };
}

export async function saveFamilySettings(
  database: Database,
  schoolId: string,
  changes: { readonly [K in 'approval' | 'languages' | 'digestWeekday']?: FamilySettingsRow[K] | undefined },
): Promise<void> {
  await database
    .orm()
    .insert(familySettings)
    .values({ ...NONE, schoolId, ...changes })
    .onConflictDoUpdate({ target: familySettings.schoolId, set: { schoolId, ...changes } });
}

/** Notes that the owner is notified of waiting families; false if that was noted after `before`. Safe under concurrency. */
export async function noteNotified(
  database: Database,
  schoolId: string,
  { at, before }: { readonly at: Date; readonly before: Date },
): Promise<boolean> {
  const orm = database.orm();
  await orm
    .insert(familySettings)
    .values({ ...NONE, schoolId })
    .onConflictDoNothing();
  const rows = await orm
    .update(familySettings)
    .set({ ownerNotifiedAt: at })
    .where(
      and(
        eq(familySettings.schoolId, schoolId),
        or(isNull(familySettings.ownerNotifiedAt), lt(familySettings.ownerNotifiedAt, before)),
      ),
    )
    .returning({ id: familySettings.schoolId });
  return rows.length > 0;
}

/** The number of families that wait for the school's approval. */
export async function countWaiting(database: Database, schoolId: string): Promise<number> {
  const waiting = and(eq(signUps.schoolId, schoolId), eq(signUps.state, 'waiting'));
  return await database.forSchool(schoolId, () => database.orm().$count(signUps, waiting));
}

/** A page of the addresses that asked a school for a place, and of the old and new ones of families that changed theirs. */
export async function listAskedAddresses(
  database: Database,
  schoolId: string,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await database.orm().execute<{ email: string }>(sql`
    select email from (
      select email from sign_ups where school_id = ${schoolId}
      union select email from address_changes where school_id = ${schoolId}
      union select before from address_changes where school_id = ${schoolId}
    ) as asked where email > ${after} order by email limit ${limit}`);
  return rows.rows.map(({ email }) => email);
}
