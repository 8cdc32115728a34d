import { isAtFoot } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import type { Editing } from '#web/features/editor/kernel/editor-session.ts';

/** Opens the list below a block. Nothing goes below what stands at the foot. */
export function chooseBelow({ insertion, store }: Pick<Editing, 'insertion' | 'store'>, block: string): void {
  if (isAtFoot(findBlock(store.getState().document, block))) return;
  insertion.setState({ block, at: 'below' }, true);
}
