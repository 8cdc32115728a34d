import type { Finding, Fix } from '#newsletter/check/finding.ts';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { findBlock, removeBlock, replaceBlock } from '#newsletter/document/layout.ts';
import { flushChange, focusField, focusTitle, showBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { offerUndo } from '#web/features/editor/history/offer-undo.ts';
import {
  type Change,
  checkBlock,
  type EditorState,
  edit,
  rename,
  select,
  unsavedBlocks,
} from '#web/features/editor/state/editor-state.ts';
import { act } from '#web/features/editor/state/editor-store.ts';

/** What the check looks at, and what is done about what it finds. */

/** What would be published: working copies where they are valid, without blocks that are not finished. */
export function finishedDocument(state: EditorState): NewsletterDocument {
  return unsavedBlocks(state).reduce((document, draft) => {
    const { block } = checkBlock(draft);
    if (block !== null) return replaceBlock(document, block);
    return state.fresh.includes(draft.name) ? removeBlock(document, draft.name) : document;
  }, state.document);
}

/** Puts right what the check has found. A block that is being changed is changed in its working copy. */
export function applyFix(state: EditorState, fix: Fix): Change {
  if ('title' in fix) return rename(state, fix.title);
  const { block } = fix;
  if (findBlock(state.document, block.name) === null) return {};
  return block.name in state.drafts || state.fresh.includes(block.name)
    ? { drafts: { ...state.drafts, [block.name]: block } }
    : { document: replaceBlock(state.document, block) };
}

/** Goes to what the check has found: its block's form opens, with the focus where it is to be changed. */
export function showFinding(editing: Editing, { block, path, spot }: Finding): void {
  flushChange(() => act(editing.store, select, block));
  if (block === null) {
    focusTitle();
    return;
  }
  focusField(path, spot);
  showBlock(block);
}

/** Puts right what the check has found, as it offers. */
export function applyFindingFix(editing: Editing, { block, fix }: Finding): void {
  if (fix === undefined) return;
  const draft = block === null ? undefined : editing.store.getState().drafts[block];
  flushChange(() => act(editing.store, applyFix, fix));
  if (block !== null) showBlock(block);
  const takeBack = draft && (() => act(editing.store, edit, draft.name, draft.value));
  offerUndo(editing, `Done: ${fix.label.replace(/^./, (letter) => letter.toLowerCase())}`, takeBack);
}
