import { and, count, eq, isNull, ne } from 'drizzle-orm';
import { PARTS_MAX } from '#contract/parts/parts.ts';
import { lockSchool } from '#server/data/schools.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';

type PartRow = typeof newsletterParts.$inferSelect;

/**
 * Gives a block to a person, instead of any earlier one. With another person or day it is open again, and its mails are forgotten.
 * Null if the newsletter has `PARTS_MAX` parts. Call it in the school's transaction.
 */
export async function upsertPart(
  database: Database,
  given: Pick<
    PartRow,
    'schoolId' | 'newsletterId' | 'block' | 'label' | 'personId' | 'dueOn' | 'givenBy' | 'givenAt'
  >,
): Promise<{ readonly part: PartRow; readonly before: PartRow | null } | null> {
  const { schoolId, newsletterId, block, label, personId, dueOn } = given;
  const orm = database.orm();
  // Locked, so that of two calls at once not both find room.
  await lockSchool(database, schoolId);
  const ofNewsletter = and(
    eq(newsletterParts.schoolId, schoolId),
    eq(newsletterParts.newsletterId, newsletterId),
  );
  const [before] = await orm
    .select()
    .from(newsletterParts)
    .where(and(ofNewsletter, eq(newsletterParts.block, block)));
  const [others] = await orm
    .select({ total: count() })
    .from(newsletterParts)
    .where(and(ofNewsletter, ne(newsletterParts.block, block)));
  if ((others?.total ?? 0) >= PARTS_MAX) return null;
  const isSame = before?.personId === personId && before.dueOn === dueOn;
  const part = returnedRow(
    await orm
      .insert(newsletterParts)
      .values(given)
      .onConflictDoUpdate({
        target: [newsletterParts.newsletterId, newsletterParts.block],
        set: isSame ? { label } : { ...given, doneAt: null, doneBlocks: null, remindedAt: null },
      })
      .returning(),
  );
  return { part, before: before ?? null };
}

/** Gives a block that nobody has to a person; null, and no change, if somebody has it. */
export async function insertPart(
  database: Database,
  given: typeof newsletterParts.$inferInsert,
): Promise<PartRow | null> {
  const [part] = await database.orm().insert(newsletterParts).values(given).onConflictDoNothing().returning();
  return part ?? null;
}

/** Sets whether a part is done, and the state of its blocks then. */
export async function setPartDone(
  database: Database,
  schoolId: string,
  id: string,
  done: Pick<PartRow, 'doneAt' | 'doneBlocks'>,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(newsletterParts)
      .set(done)
      .where(and(eq(newsletterParts.schoolId, schoolId), eq(newsletterParts.id, id))),
  );
}

export async function deletePart(database: Database, schoolId: string, id: string): Promise<void> {
  await database
    .orm()
    .delete(newsletterParts)
    .where(and(eq(newsletterParts.schoolId, schoolId), eq(newsletterParts.id, id)));
}

/** Records that a person is mailed about an open part, once for each person and day. False if it was recorded before or is not due. */
export async function noteReminder(
  database: Database,
  schoolId: string,
  { id, personId, dueOn }: Pick<PartRow, 'id' | 'personId' | 'dueOn'>,
  remindedAt: Date,
): Promise<boolean> {
  const rows = await database
    .orm()
    .update(newsletterParts)
    .set({ remindedAt })
    .where(
      and(
        eq(newsletterParts.schoolId, schoolId),
        eq(newsletterParts.id, id),
        eq(newsletterParts.personId, personId),
        eq(newsletterParts.dueOn, dueOn),
        isNull(newsletterParts.remindedAt),
        isNull(newsletterParts.doneAt),
      ),
    )
    .returning({ id: newsletterParts.id });
  return rows.length > 0;
}
