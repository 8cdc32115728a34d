import type { z } from 'zod';
import { type Colleague, type NoteBlock, type NoteThread, noteRoutes } from '#contract/notes.ts';
import { call } from '#web/api/client.ts';

/** The calls of notes. They throw `ApiError`, which the caller shows, except for `resolveThread`, whose errors are shown. */

const handles = () => true;

export async function fetchNotes(
  newsletterId: string,
  signal: AbortSignal,
): Promise<{ readonly threads: readonly NoteThread[]; readonly colleagues: readonly Colleague[] }> {
  const { note_thread, colleagues } = await call(noteRoutes.listNotes, {
    params: { id: newsletterId },
    signal,
    handles,
  });
  return { threads: note_thread.data, colleagues };
}

/** What is sent of a note; `mentions` are the colleagues' accounts. */
export interface SentNote {
  readonly id: string;
  readonly text: string;
  readonly mentions: string[];
}

export async function writeNote(
  newsletterId: string,
  block: NoteBlock | null,
  note: SentNote,
): Promise<NoteThread> {
  const params = { id: newsletterId };
  const body: z.input<typeof noteRoutes.writeNote.body> = { ...note, block };
  return (await call(noteRoutes.writeNote, { params, body, handles })).note_thread.data;
}

export async function editNote({ id, ...body }: SentNote): Promise<NoteThread> {
  return (await call(noteRoutes.editNote, { params: { id }, body, handles })).note_thread.data;
}

export async function deleteNote(id: string): Promise<void> {
  await call(noteRoutes.deleteNote, { params: { id } });
}

export async function resolveThread(id: string, resolved: boolean): Promise<NoteThread> {
  return (await call(noteRoutes.resolveThread, { params: { id }, body: { resolved } })).note_thread.data;
}
