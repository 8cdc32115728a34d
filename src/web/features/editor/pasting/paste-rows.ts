import type { PastedRows } from '#newsletter/blocks/block-editor.ts';
import { isValueOf } from '#newsletter/document/block-values.ts';
import { type Block, createBlock } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { escapeText } from '#newsletter/render/mjml.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import { flushChange } from '#web/features/editor/kernel/places/focus.ts';
import {
  checkBlock,
  edit,
  newBlockName,
  shownBlock,
  withValue,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, saveBlock, savePasted, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';

/** Puts pasted rows into a block, and the other lines into a text below it, as one undo step. Says what it did. */
export function pasteRows(
  editing: EditorSession,
  name: string,
  { value, made, rest, notes }: PastedRows<unknown>,
): void {
  const { store } = editing;
  const before = shownBlock(store.getState(), name);
  if (before === null || !isValueOf(before, value)) return;
  const pasted = withValue(before, value);
  const isValid = checkBlock(pasted).block !== null;
  flushChange(() => {
    const typed = store.getState().workingCopies[name];
    // Earlier typing is its own undo step.
    const typedBefore = typed === undefined ? null : checkBlock(typed).block;
    if (typedBefore !== null) saveBlock(store, typedBefore);
    savePasted(store, pasted, rest.length === 0 ? [] : [textOf(rest)]);
  });
  const words = [
    ...(made === '' ? [] : [`Pasted as ${made}`]),
    ...notes,
    ...(rest.length > 0 ? ['The rest is in the text below'] : []),
  ].join('. ');
  if (isValid) {
    offerUndo(editing, words);
    return;
  }
  // Unfinished rows are a working copy, which is not in the history.
  offerUndo(editing, words, () => {
    if (rest.length > 0) undo(store);
    act(store, edit, name, before.value);
  });
}

function textOf(lines: readonly string[]): Block {
  const block = createBlock('text', () => newBlockName('text'));
  return textsOf(block)[0]?.replace(linesAsHtml(lines)) ?? block;
}

/** A paragraph for each line. */
export function linesAsHtml(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeText(line.replaceAll('\n', ' '))}</p>`).join('');
}
