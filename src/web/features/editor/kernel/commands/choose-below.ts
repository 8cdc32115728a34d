import { isAtFoot } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';

/** Opens the list of blocks below a block. Nothing can be added below a block at the foot. */
export function chooseBelow(
  { insertion, store }: Pick<EditorSession, 'insertion' | 'store'>,
  block: string,
): void {
  if (isAtFoot(findBlock(store.getState().document, block))) return;
  insertion.setState({ block, at: 'below' }, true);
}
