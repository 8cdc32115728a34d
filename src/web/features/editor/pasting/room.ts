import { CODE_MAX_BLOCKS, CODE_MAX_BYTES } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { RICH_TEXT_MAX } from '#newsletter/rich-text/schema.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import type { ClipboardPart } from './clipboard-parts.ts';
import type { ClipboardContent } from './read-clipboard.ts';

/** The message when the newsletter has no room for all of a paste. */
export const NO_ROOM = `Limit is ${CODE_MAX_BLOCKS} blocks. Nothing was pasted: please remove some, then paste again`;

/** Whether the newsletter has room for `more` further blocks. */
export function roomFor({ document }: EditorState, more: number): boolean {
  return blocksOf(document).length + more <= CODE_MAX_BLOCKS;
}

/** The message for far more words than one text has room for. */
export const TOO_LONG = `A text has room for ${RICH_TEXT_MAX.toLocaleString('en-GB')} characters. Nothing was pasted: please paste less at a time`;
/** The longest paste that a text accepts, in characters; above its own limit it is unfinished until some words are removed. */
const TEXT_TAKEN = 4 * RICH_TEXT_MAX;
const TOO_MUCH =
  'This is more than a newsletter has room for. Nothing was pasted: please paste less at a time';
/** The longest pasted HTML, in characters: Word and web pages write many styles around their words. */
const HTML_MAX = 2 * CODE_MAX_BYTES;
const DATA_ADDRESS = /data:[^"')\s]+/g;

/** The problem with a clipboard's size; null if there is none. Asked before parsing, which would block the page for a long time. */
export function sizeProblem({ html, text }: Pick<ClipboardContent, 'html' | 'text'>): string | null {
  if (html === '') return text.length > TEXT_TAKEN ? TOO_LONG : null;
  // Embedded pictures become files of their own.
  const isTooMuch = text.length > CODE_MAX_BYTES || html.replace(DATA_ADDRESS, '').length > HTML_MAX;
  return isTooMuch ? TOO_MUCH : null;
}

/** Whether a single text among the parts is too long. */
export function isTextTooLong(parts: readonly ClipboardPart[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.html.length > TEXT_TAKEN);
}
