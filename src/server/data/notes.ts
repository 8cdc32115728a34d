import { and, count, eq, sql } from 'drizzle-orm';
import { NOTES_MAX } from '#contract/notes.ts';
import type { Database } from '#server/platform/db/client.ts';
import { returnedRow } from '#server/platform/db/returned-row.ts';
import { stateBlocks } from '#server/platform/db/schema/history.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { notes, noteThreads } from '#server/platform/db/schema/notes.ts';

/** Writing notes, for several features. */

type NoteRow = typeof notes.$inferSelect;
type ThreadRow = typeof noteThreads.$inferSelect;

/**
 * Locks a newsletter's notes until the transaction ends, so that two writers do not both find room, and no thread is
 * deleted meanwhile. It locks the newsletter's row, which answering a request for approval has locked before; rows that
 * refer to it may still be written.
 */
export async function lockNotes(database: Database, schoolId: string, newsletterId: string): Promise<void> {
  await database
    .orm()
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(and(eq(newsletters.schoolId, schoolId), eq(newsletters.id, newsletterId)))
    .for('no key update');
}

/**
 * Adds a note to the thread of its block, creating or reopening the thread. Resolves to the thread's id; null if the
 * newsletter has `NOTES_MAX` notes. Throws `UniqueViolation` if a note with this id exists.
 */
export async function insertNote(
  database: Database,
  thread: Pick<ThreadRow, 'schoolId' | 'newsletterId' | 'block' | 'blockType'>,
  note: Pick<NoteRow, 'id' | 'personId' | 'text' | 'mentions' | 'createdAt'>,
): Promise<string | null> {
  const { schoolId, newsletterId } = thread;
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    await lockNotes(database, schoolId, newsletterId);
    const [counted] = await orm
      .select({ total: count() })
      .from(notes)
      .innerJoin(noteThreads, eq(notes.threadId, noteThreads.id))
      .where(and(eq(noteThreads.schoolId, schoolId), eq(noteThreads.newsletterId, newsletterId)));
    if ((counted?.total ?? 0) >= NOTES_MAX) return null;
    const opened = returnedRow(
      await orm
        .insert(noteThreads)
        .values(thread)
        .onConflictDoUpdate({
          target: [noteThreads.newsletterId, noteThreads.block],
          set: { resolvedAt: null },
        })
        .returning({ id: noteThreads.id }),
    );
    await orm.insert(notes).values({ ...note, schoolId, threadId: opened.id });
    return opened.id;
  });
}

/** Whether a block of this name is in a newsletter's draft, was in a kept state, or has a thread. */
export async function isBlockKnown(
  database: Database,
  { schoolId, newsletterId, block }: Pick<ThreadRow, 'schoolId' | 'newsletterId' | 'block'>,
): Promise<boolean> {
  const inDraft = and(
    eq(newsletters.schoolId, schoolId),
    eq(newsletters.id, newsletterId),
    sql`${newsletters.code} @> ${JSON.stringify([{ name: block }])}::jsonb`,
  );
  const inState = and(
    eq(stateBlocks.schoolId, schoolId),
    eq(stateBlocks.newsletterId, newsletterId),
    sql`${stateBlocks.content} ->> 'name' = ${block}`,
  );
  const hasThread = and(
    eq(noteThreads.schoolId, schoolId),
    eq(noteThreads.newsletterId, newsletterId),
    eq(noteThreads.block, block),
  );
  return await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    return (
      (await orm.$count(newsletters, inDraft)) > 0 ||
      (await orm.$count(noteThreads, hasThread)) > 0 ||
      (await orm.$count(stateBlocks, inState)) > 0
    );
  });
}
