import type { Fix } from '#newsletter/check/finding.ts';
import { replaceBlock } from '#newsletter/document/arrange.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import {
  type EditorState,
  rename,
  type StateChange,
} from '#web/features/editor/kernel/state/editor-state.ts';

/** Applies a fix. A block with a working copy, or never saved, is fixed in its working copy. */
export function applyFix(state: EditorState, fix: Fix): StateChange {
  if ('title' in fix) return rename(state, fix.title);
  const { block } = fix;
  if (findBlock(state.document, block.name) === null) return {};
  return block.name in state.workingCopies || state.fresh.includes(block.name)
    ? { workingCopies: { ...state.workingCopies, [block.name]: block } }
    : { document: replaceBlock(state.document, block) };
}
