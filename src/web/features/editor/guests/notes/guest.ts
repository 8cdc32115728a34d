import type { Guest } from '#web/features/editor/kernel/guest.ts';
import { notesOf } from './notes-of.ts';

/** What staff write to each other about a newsletter. */
export const NOTES: Guest = {
  start: (session) => notesOf(session).start(),
};
