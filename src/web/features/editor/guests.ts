import { NEXT_ISSUE } from '#web/features/editor/guests/next-issue/guest.ts';
import { NOTES } from '#web/features/editor/guests/notes/guest.ts';
import { PARTS } from '#web/features/editor/guests/parts/guest.ts';
import { TOGETHER } from '#web/features/editor/guests/together/guest.ts';
import type { Guest } from '#web/features/editor/kernel/guest.ts';

/** All guests of the editor, in the order in which they are called and shown. */
export const GUESTS: readonly Guest[] = [NOTES, PARTS, NEXT_ISSUE, TOGETHER];
