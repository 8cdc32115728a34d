import { z } from 'zod';
import { BLOCK_MESSAGES, blockName } from '#newsletter/document/block.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { idParams, many, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** The notes that staff write about a newsletter: one thread for each block, and one for the whole newsletter. */

/** The longest note, in characters. */
export const NOTE_MAX = 1000;
/** The most notes of a newsletter. */
export const NOTES_MAX = 500;
/** The most colleagues that one note can name. */
const MENTIONS_MAX = 10;

export const NOTE_MESSAGES = {
  empty: 'Please write something',
  long: `Limit is ${NOTE_MAX} symbols`,
  full: `Limit is ${NOTES_MAX} notes in a newsletter. Please delete some`,
  block: 'This block is not saved yet, or was never in this newsletter. Please finish it first',
  mentions: `Limit is ${MENTIONS_MAX} people in a note`,
  mailed: 'You have named many colleagues within the last hour. Please name nobody for now, or wait',
} as const;

const text = z
  .string(NOTE_MESSAGES.empty)
  .max(10_000, NOTE_MESSAGES.long)
  .transform(cleanLines)
  .pipe(z.string().min(1, NOTE_MESSAGES.empty).max(NOTE_MAX, NOTE_MESSAGES.long));
/** The accounts of the colleagues named in the text. People who are not on the staff are left out. */
const mentions = z.array(z.uuid()).max(MENTIONS_MAX, NOTE_MESSAGES.mentions).default([]);

/** The block of a thread. It may be deleted and come back: no other block gets its name. */
const noteBlock = z.strictObject({
  name: blockName,
  /** The block's type when the thread began; not checked, because a newer program may have more types. */
  type: z.string(BLOCK_MESSAGES.name).regex(/^[a-z_]{1,40}$/, BLOCK_MESSAGES.name),
});
export type NoteBlock = z.infer<typeof noteBlock>;

export const noteForm = z.strictObject({
  /** Made by the client, so that a note that is sent again after a lost reply is stored only once. */
  id: z.uuid(),
  /** Null: the whole newsletter. */
  block: noteBlock.nullable(),
  text,
  mentions,
});
export const editNoteForm = z.strictObject({ text, mentions });
const resolveForm = z.strictObject({ resolved: z.boolean() });

const noteSchema = z.object({
  id: z.uuid(),
  /** Null: the account was deleted. */
  person_id: z.uuid().nullable(),
  person_name: z.string().nullable(),
  text: z.string(),
  created_at: timestamp,
  edited_at: timestamp.nullable(),
});
export type Note = z.infer<typeof noteSchema>;

export const noteThread = resource(
  'note_thread',
  z.object({
    /** Null: the whole newsletter. */
    block: z.object({ name: z.string(), type: z.string() }).nullable(),
    /** Null while it is open. */
    resolved_at: timestamp.nullable(),
    /** At least one, oldest first. */
    notes: z.array(noteSchema),
  }),
);
export type NoteThread = z.infer<typeof noteThread>;

const colleague = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The blocks at which a contributor's parts begin, who reads only the notes in those parts; null: the person reads all notes. */
  parts: z.array(z.string()).nullable(),
});
/** A person whom a note may name, from the members who can read it. */
export type Colleague = z.infer<typeof colleague>;

/** Whether a person may delete a note: its author, or everybody once the author's account is deleted. */
export function mayDeleteNote({ person_id }: Pick<Note, 'person_id'>, personId: string): boolean {
  return person_id === null || person_id === personId;
}

const thread = z.object({ note_thread: single(noteThread) });

export const noteRoutes = {
  listNotes: route({
    method: 'GET',
    path: '/news_letters/:id/notes',
    access: 'contributor',
    ofPart: true,
    summary: 'The notes about a newsletter that the caller may read, and who may be named in them',
    params: idParams,
    status: 200,
    reply: z.object({ note_thread: many(noteThread), colleagues: z.array(colleague) }),
  }),
  writeNote: route({
    method: 'POST',
    path: '/news_letters/:id/notes',
    access: 'contributor',
    ofPart: true,
    summary: 'Write a note, which opens its thread again; each colleague whom it names gets one mail',
    params: idParams,
    wrapper: 'note',
    wrapperOptional: true,
    body: noteForm,
    status: 201,
    reply: thread,
    needsPlan: true,
  }),
  editNote: route({
    method: 'PATCH',
    path: '/notes/:id',
    access: 'contributor',
    ofPart: true,
    ofAuthor: true,
    summary: 'Change the words of a note of one’s own; only who was not named before gets a mail',
    params: idParams,
    wrapper: 'note',
    wrapperOptional: true,
    body: editNoteForm,
    status: 200,
    reply: thread,
    needsPlan: true,
  }),
  deleteNote: route({
    method: 'DELETE',
    path: '/notes/:id',
    access: 'contributor',
    ofPart: true,
    ofAuthor: true,
    summary: 'Delete a note of one’s own, or of somebody whose account is gone',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
  resolveThread: route({
    method: 'PUT',
    path: '/note_threads/:id',
    access: 'member',
    needsOpenSchool: true,
    summary: 'Resolve a thread of notes, or open it again',
    params: idParams,
    body: resolveForm,
    status: 200,
    reply: thread,
  }),
} as const;
