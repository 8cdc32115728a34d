import { DEFINITIONS } from '#newsletter/document/document.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { shownBlock, unfinishedBlocks } from '#web/features/editor/state/editor-state.ts';

/** A block whose working copy is not valid yet, or that waits for a file. */
export interface UnsavedBlock {
  readonly name: string;
  readonly label: string;
  /** A file of the block is being uploaded. */
  readonly isUploading: boolean;
}

/** The blocks that cannot be saved yet. */
export function listUnsavedBlocks({
  store,
  files,
}: Pick<Editing, 'store' | 'files'>): readonly UnsavedBlock[] {
  const state = store.getState();
  const pendingFiles = files.state.getState();
  const names = new Set([...unfinishedBlocks(state).map(({ name }) => name), ...pendingFiles.keys()]);
  return [...names].flatMap((name) => {
    const block = shownBlock(state, name);
    return block === null
      ? []
      : [{ name, label: DEFINITIONS[block.type].label, isUploading: pendingFiles.get(name) === 'uploading' }];
  });
}
