import { CODE_MAX_BLOCKS, CODE_MAX_BYTES } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { RICH_TEXT_MAX } from '#newsletter/rich-text/schema.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import type { ClipboardPart } from './clipboard-parts.ts';
import type { ClipboardContent } from './read-clipboard.ts';

/** Said where the newsletter has no room for all of a paste. */
export const NO_ROOM = `Limit is ${CODE_MAX_BLOCKS} blocks. Nothing was pasted: please remove some, then paste again`;

/** Whether the newsletter has room for so many more blocks. */
export function roomFor({ document }: EditorState, more: number): boolean {
  return blocksOf(document).length + more <= CODE_MAX_BLOCKS;
}

/** Said of far more words than one text has room for. */
export const TOO_LONG = `A text has room for ${RICH_TEXT_MAX.toLocaleString('en-GB')} characters. Nothing was pasted: please paste less at a time`;
/** Words up to here are taken into the text, which is not finished until some are removed. */
const TEXT_TAKEN = 4 * RICH_TEXT_MAX;
const TOO_MUCH =
  'This is more than a newsletter has room for. Nothing was pasted: please paste less at a time';
/** Of styles, as Word and web pages write them around their words. */
const HTML_MAX = 2 * CODE_MAX_BYTES;
const DATA_ADDRESS = /data:[^"')\s]+/g;

/** What is wrong with the size of a clipboard, before anything is made of it: that would stop the page for a long time. Null if nothing is. */
export function sizeProblem({ html, text }: Pick<ClipboardContent, 'html' | 'text'>): string | null {
  if (html === '') return text.length > TEXT_TAKEN ? TOO_LONG : null;
  // Pictures are files of their own.
  const isTooMuch = text.length > CODE_MAX_BYTES || html.replace(DATA_ADDRESS, '').length > HTML_MAX;
  return isTooMuch ? TOO_MUCH : null;
}

/** The same of a single text among the parts. */
export function isTextTooLong(parts: readonly ClipboardPart[]): boolean {
  return parts.some((part) => part.kind === 'text' && part.html.length > TEXT_TAKEN);
}
