import type { z } from 'zod';
import {
  type editNoteForm,
  mayDeleteNote,
  NOTE_MESSAGES,
  type noteForm,
  noteRoutes,
  noteThread,
} from '#contract/notes.ts';
import { nameOrEmail } from '#contract/rules/names.ts';
import type { AppContext } from '#server/context.ts';
import { recordAudit } from '#server/data/audit-log.ts';
import { announceNotes } from '#server/data/newsletter-news.ts';
import { findNewsletterTitle } from '#server/data/newsletters.ts';
import { insertNote, isBlockKnown } from '#server/data/notes.ts';
import { listMembers, namesOfMembers } from '#server/data/staff.ts';
import type { User } from '#server/data/users.ts';
import { resourceOf } from '#server/platform/columns.ts';
import { UniqueViolation } from '#server/platform/db/errors.ts';
import { conflict, forbidden, notFound } from '#server/platform/http/errors.ts';
import { type Handler, handle, type Member } from '#server/platform/http/handle.ts';
import { countAnswered } from './askers.ts';
import { countMentions, defineMentionMail, isActive, mailMentions, namedMembers } from './mentions.ts';
import { findReaders, mayReadNotes, requireReader } from './readers.ts';
import {
  deleteNoteRow,
  findNote,
  findThread,
  listThreads,
  type NoteRow,
  setResolved,
  type ThreadWithNotes,
  updateNote,
} from './repo.ts';

/** The handlers for notes at the blocks of newsletters. Notes are never published. */
export function noteHandlers(context: AppContext): readonly Handler[] {
  const { database, clock } = context;
  defineMentionMail(context);
  return [
    handle(noteRoutes.listNotes, async ({ caller, params: { id } }) => {
      const { schoolId } = caller;
      const reads = await mayReadNotes(context, caller, id);
      await loadTitle(context, schoolId, id);
      const threads = (await listThreads(database, schoolId, id)).filter(({ block }) => reads(block));
      const members = await listMembers(database, schoolId);
      const nameOf = namesOfMembers(members);
      const { partsOf } = await findReaders(context, schoolId, id);
      const colleagues = members
        .filter(isActive)
        .map((each) => ({ id: each.id, name: nameOf(each.id) ?? '', parts: partsOf(each) }))
        .filter(({ parts }) => parts?.length !== 0);
      return {
        note_thread: { data: threads.map((thread) => present(thread, nameOf)) },
        colleagues,
      };
    }),
    handle(noteRoutes.writeNote, async ({ caller, params: { id }, body }) =>
      changed(context, caller, await writeNote(context, caller, id, body)),
    ),
    handle(noteRoutes.editNote, async ({ caller, params: { id }, body }) =>
      changed(context, caller, (await editNote(context, caller, id, body)).threadId),
    ),
    handle(noteRoutes.deleteNote, async ({ caller, params: { id } }) => {
      const { schoolId, personId } = caller;
      const { note, thread } = await loadNote(context, caller, id);
      if (!mayDeleteNote({ person_id: note.personId }, personId)) throw forbidden();
      await deleteNoteRow(database, thread.newsletterId, note);
      announceNotes(database, schoolId, thread.newsletterId);
    }),
    handle(noteRoutes.resolveThread, async ({ caller, params: { id }, body }) => {
      await setResolved(database, caller.schoolId, id, body.resolved ? clock.now() : null);
      return await changed(context, caller, id);
    }),
  ];
}

/**
 * Resolves to the id of the note's thread. Throws 403 for a contributor outside their parts, 404, 409 for a block that was never in
 * the newsletter or if there are too many notes, 429 after too many mails.
 */
async function writeNote(
  context: AppContext,
  caller: Member,
  newsletterId: string,
  { id, block, text, mentions }: z.output<typeof noteForm>,
): Promise<string> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  const place = { schoolId, newsletterId, block: block?.name ?? '' };
  await requireReader(context, caller, place);
  const title = await loadTitle(context, schoolId, newsletterId);
  const written = await findNote(database, schoolId, id);
  // The call is repeated, as its response was lost.
  if (written?.personId === personId) return written.threadId;
  if (block !== null && !(await isBlockKnown(database, place))) throw conflict(NOTE_MESSAGES.block);
  const named = await namedMembers(context, caller, place, mentions);
  const mailed = await countMentions(context, caller, named);
  const answered = await countAnswered(context, caller, place, named);
  const write = async () => {
    const threadId = await insertNote(
      database,
      { ...place, blockType: block?.type ?? '' },
      { id, personId, text, mentions: mailed.map((each) => each.id), createdAt: clock.now() },
    );
    if (threadId === null) throw conflict(NOTE_MESSAGES.full);
    await mailNamed(context, caller, { schoolId, id }, { named: mailed, answered }, title);
    return threadId;
  };
  return await database.transaction(write).catch(async (error: unknown) => {
    const twin = error instanceof UniqueViolation ? await findNote(database, schoolId, id) : null;
    // The same call arrived twice at once, such as when a proxy repeats it.
    if (twin?.personId !== personId) throw error;
    return twin.threadId;
  });
}

/** Throws 404, 403 for another person's note, 429 after too many mails. */
async function editNote(
  context: AppContext,
  caller: Member,
  id: string,
  { text, mentions }: z.output<typeof editNoteForm>,
): Promise<NoteRow> {
  const { database, clock } = context;
  const { schoolId, personId } = caller;
  const { note: before, thread } = await loadNote(context, caller, id);
  if (before.personId !== personId) throw forbidden();
  const title = await loadTitle(context, schoolId, thread.newsletterId);
  const added = mentions.filter((each) => !before.mentions.includes(each));
  const named = await namedMembers(context, caller, thread, added);
  const mailed = await countMentions(context, caller, named);
  return await database.transaction(async () => {
    const edited = await updateNote(
      database,
      schoolId,
      { id, personId },
      { text, mentions: [...before.mentions, ...mailed.map((each) => each.id)], editedAt: clock.now() },
    );
    if (edited === null) throw notFound('Note');
    await mailNamed(context, caller, edited, { named: mailed, answered: [] }, title);
    return edited;
  });
}

/** Mails the named and the answered people, and records it in the log. */
async function mailNamed(
  context: AppContext,
  caller: Member,
  note: Pick<NoteRow, 'schoolId' | 'id'>,
  { named, answered }: { readonly named: readonly User[]; readonly answered: readonly User[] },
  title: string,
): Promise<void> {
  await mailMentions(context, note, named, false);
  await mailMentions(context, note, answered, true);
  for (const person of named)
    await recordAudit(context, caller, 'colleague_named', nameOrEmail(person), { newsletter: title });
  for (const person of answered)
    await recordAudit(context, caller, 'colleague_answered', nameOrEmail(person), { newsletter: title });
}

async function loadTitle({ database }: AppContext, schoolId: string, id: string): Promise<string> {
  const title = await findNewsletterTitle(database, schoolId, id);
  if (title === null) throw notFound('Newsletter');
  return title;
}

/** Throws 404. A contributor who may not read the note always gets 403, so as not to learn whether it exists. */
async function loadNote(
  context: AppContext,
  caller: Member,
  id: string,
): Promise<{ readonly note: NoteRow; readonly thread: ThreadWithNotes }> {
  const { database } = context;
  const note = await findNote(database, caller.schoolId, id);
  const thread = note && (await findThread(database, caller.schoolId, note.threadId));
  if (note === null || thread === null) throw caller.role === 'contributor' ? forbidden() : notFound('Note');
  await requireReader(context, caller, thread);
  return { note, thread };
}

/** Notifies everybody who has the newsletter open, and answers with the thread. Throws 404. */
async function changed({ database }: AppContext, { schoolId }: Member, threadId: string) {
  const thread = await findThread(database, schoolId, threadId);
  if (thread === null) throw notFound('Thread');
  announceNotes(database, schoolId, thread.newsletterId);
  const nameOf = namesOfMembers(await listMembers(database, schoolId));
  return { note_thread: { data: present(thread, nameOf) } };
}

function present(thread: ThreadWithNotes, nameOf: (id: string | null) => string | null) {
  const { block, blockType } = thread;
  return resourceOf(noteThread, thread, {
    block: block === '' ? null : { name: block, type: blockType },
    notes: thread.notes.map((note) => ({
      id: note.id,
      person_id: note.personId,
      person_name: nameOf(note.personId),
      text: note.text,
      created_at: note.createdAt.toISOString(),
      edited_at: note.editedAt?.toISOString() ?? null,
    })),
  });
}
