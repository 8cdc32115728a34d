import { DEFINITIONS } from '#newsletter/document/document.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { shownBlock, unsavedBlocks } from '#web/features/editor/state/editor-state.ts';

/** A block with an unsaved working copy or a pending file. */
export interface UnsavedBlock {
  readonly name: string;
  readonly label: string;
  /** A file of the block is being uploaded. */
  readonly isUploading: boolean;
}

/** The blocks that wait for Save changes. */
export function listUnsavedBlocks({
  store,
  files,
}: Pick<Editing, 'store' | 'files'>): readonly UnsavedBlock[] {
  const state = store.getState();
  const pendingFiles = files.state.getState();
  const names = new Set([...unsavedBlocks(state).map(({ name }) => name), ...pendingFiles.keys()]);
  return [...names].flatMap((name) => {
    const block = shownBlock(state, name);
    return block === null
      ? []
      : [{ name, label: DEFINITIONS[block.type].label, isUploading: pendingFiles.get(name) === 'uploading' }];
  });
}
