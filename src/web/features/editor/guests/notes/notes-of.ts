import { perSession } from '#web/features/editor/kernel/per-session.ts';
import { createNotes } from './notes-store.ts';

/** The notes of a newsletter that is being edited. */
export const notesOf = perSession(({ personId, opened }) => createNotes(personId, opened.id));
