import { createBlock } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';
import {
  type EditorState,
  newBlockName,
  pasteBlocks,
  shownBlock,
} from '#web/features/editor/kernel/state/editor-state.ts';

/** The place where a block is added, once no text has to be divided for it. */
export type Beside = Exclude<Insertion, { readonly at: 'inside' }>;

/** Divides a text at the empty line where a block is added: the words after it get a text of their own. */
export function divideText(
  state: EditorState,
  insertion: Insertion,
): { readonly state: EditorState; readonly beside: Beside } {
  if (insertion.at !== 'inside') return { state, beside: insertion };
  const { block: name, around } = insertion;
  const words = [shownBlock(state, name)].flatMap((block) => (block === null ? [] : textsOf(block)))[0];
  if (words === undefined) return { state, beside: { block: name, at: 'below' } };
  const { before, after } = around;
  if (before === '' && after === '') return { state, beside: { block: name, at: 'instead' } };
  const rest = before === '' || after === '' ? [] : [textOf(after)];
  const above = { block: words.replace(before === '' ? after : before), isReplaced: false };
  return {
    state: { ...state, ...pasteBlocks(state, rest, above) },
    beside: { block: name, at: before === '' ? 'above' : 'below' },
  };
}

function textOf(html: string) {
  const block = createBlock('text', () => newBlockName('text'));
  return textsOf(block)[0]?.replace(html) ?? block;
}
