import { CODE_MAX_BLOCKS } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import type { EditorState } from '#web/features/editor/state/editor-state.ts';

/** Said where the newsletter has no room for all of a paste. */
export const NO_ROOM = `Limit is ${CODE_MAX_BLOCKS} blocks. Nothing was pasted: please remove some, then paste again`;

/** Whether the newsletter has room for so many more blocks. */
export function roomFor({ document }: EditorState, more: number): boolean {
  return blocksOf(document).length + more <= CODE_MAX_BLOCKS;
}
