import type { z } from 'zod';
import { type Colleague, type NoteBlock, type NoteThread, noteRoutes } from '#contract/notes.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { mentionsIn } from './mentions.ts';

/** The calls of notes. They throw `ApiError`, which the caller shows, except for `resolveThread`, whose errors are shown. */

const handles = () => true;

/** The notes and those who read them; none for a contributor whose last part here was taken back. */
export async function fetchNotes(
  newsletterId: string,
  signal: AbortSignal,
): Promise<{ readonly threads: readonly NoteThread[]; readonly colleagues: readonly Colleague[] }> {
  try {
    const params = { id: newsletterId };
    const { note_thread, colleagues } = await call(noteRoutes.listNotes, { params, signal, handles });
    return { threads: note_thread.data, colleagues };
  } catch (error) {
    if (isApiError(error, 403)) return { threads: [], colleagues: [] };
    throw error;
  }
}

/** A note as it is typed; `colleagues`: those whom it may name. */
export interface TypedNote {
  readonly id: string;
  readonly text: string;
  readonly colleagues: readonly Colleague[];
}

export async function writeNote(
  newsletterId: string,
  block: NoteBlock | null,
  { id, text, colleagues }: TypedNote,
): Promise<NoteThread> {
  const params = { id: newsletterId };
  const body: z.input<typeof noteRoutes.writeNote.body> = {
    ...{ id, text, block },
    mentions: mentionsIn(text, colleagues),
  };
  return (await call(noteRoutes.writeNote, { params, body, handles })).note_thread.data;
}

export async function editNote({ id, text, colleagues }: TypedNote): Promise<NoteThread> {
  const body = { text, mentions: mentionsIn(text, colleagues) };
  return (await call(noteRoutes.editNote, { params: { id }, body, handles })).note_thread.data;
}

export async function deleteNote(id: string): Promise<void> {
  await call(noteRoutes.deleteNote, { params: { id } });
}

export async function resolveThread(id: string, resolved: boolean): Promise<NoteThread> {
  return (await call(noteRoutes.resolveThread, { params: { id }, body: { resolved } })).note_thread.data;
}

/** A random UUID for a note. Not `randomUUID`, which needs HTTPS: a school may run this on its own network without it. */
export function newNoteId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Threads without one of their notes. */
export function withoutNote(threads: readonly NoteThread[], id: string): readonly NoteThread[] {
  return threads
    .map((thread) => {
      const notes = thread.attributes.notes.filter((note) => note.id !== id);
      return { ...thread, attributes: { ...thread.attributes, notes } };
    })
    .filter(({ attributes }) => attributes.notes.length > 0);
}
