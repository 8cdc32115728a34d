import { and, asc, eq, notExists } from 'drizzle-orm';
import { lockNotes } from '#server/data/notes.ts';
import type { Database } from '#server/platform/db/client.ts';
import { notes, noteThreads } from '#server/platform/db/schema/notes.ts';

export type NoteRow = typeof notes.$inferSelect;
type ThreadRow = typeof noteThreads.$inferSelect;
/** A thread with its notes, oldest first. */
export interface ThreadWithNotes extends ThreadRow {
  readonly notes: readonly NoteRow[];
}

/** A newsletter's threads, in the order in which they began. Threads without notes are left out. */
export async function listThreads(
  database: Database,
  schoolId: string,
  newsletterId: string,
): Promise<readonly ThreadWithNotes[]> {
  return await findThreads(database, schoolId, { newsletterId });
}

export async function findThread(
  database: Database,
  schoolId: string,
  id: string,
): Promise<ThreadWithNotes | null> {
  return (await findThreads(database, schoolId, { id }))[0] ?? null;
}

async function findThreads(
  database: Database,
  schoolId: string,
  wanted: { readonly id: string } | { readonly newsletterId: string },
): Promise<readonly ThreadWithNotes[]> {
  const isWanted =
    'id' in wanted ? eq(noteThreads.id, wanted.id) : eq(noteThreads.newsletterId, wanted.newsletterId);
  const rows = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(notes)
      .innerJoin(noteThreads, eq(notes.threadId, noteThreads.id))
      .where(and(eq(noteThreads.schoolId, schoolId), isWanted))
      .orderBy(asc(notes.createdAt), asc(notes.id)),
  );
  const threads = new Map<string, ThreadRow & { notes: NoteRow[] }>();
  for (const { notes: note, note_threads: thread } of rows) {
    const known = threads.get(thread.id);
    if (known === undefined) threads.set(thread.id, { ...thread, notes: [note] });
    else known.notes.push(note);
  }
  return [...threads.values()];
}

export async function findNote(database: Database, schoolId: string, id: string): Promise<NoteRow | null> {
  const [row] = await database.forSchool(schoolId, () =>
    database
      .orm()
      .select()
      .from(notes)
      .where(and(eq(notes.schoolId, schoolId), eq(notes.id, id))),
  );
  return row ?? null;
}

/** Changes a note of a person; null if there is none. */
export async function updateNote(
  database: Database,
  schoolId: string,
  note: { readonly id: string; readonly personId: string },
  changes: Pick<NoteRow, 'text' | 'mentions' | 'editedAt'>,
): Promise<NoteRow | null> {
  const own = and(eq(notes.schoolId, schoolId), eq(notes.id, note.id), eq(notes.personId, note.personId));
  const [row] = await database.forSchool(schoolId, () =>
    database.orm().update(notes).set(changes).where(own).returning(),
  );
  return row ?? null;
}

/** Deletes a note of a newsletter; with the last note, its thread, too. */
export async function deleteNoteRow(
  database: Database,
  newsletterId: string,
  { schoolId, id, threadId }: NoteRow,
): Promise<void> {
  await database.forSchool(schoolId, async () => {
    const orm = database.orm();
    await lockNotes(database, schoolId, newsletterId);
    await orm.delete(notes).where(and(eq(notes.schoolId, schoolId), eq(notes.id, id)));
    const remaining = orm.select({ id: notes.id }).from(notes).where(eq(notes.threadId, threadId));
    await orm
      .delete(noteThreads)
      .where(and(eq(noteThreads.schoolId, schoolId), eq(noteThreads.id, threadId), notExists(remaining)));
  });
}

/** Resolves a thread (a moment) or opens it (null). */
export async function setResolved(
  database: Database,
  schoolId: string,
  id: string,
  resolvedAt: Date | null,
): Promise<void> {
  await database.forSchool(schoolId, () =>
    database
      .orm()
      .update(noteThreads)
      .set({ resolvedAt })
      .where(and(eq(noteThreads.schoolId, schoolId), eq(noteThreads.id, id))),
  );
}
