import { DEFINITIONS } from '#newsletter/document/document.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { shownBlock, unsavedBlocks } from '#web/features/editor/state/editor-state.ts';

/** A block that is not saved as the canvas shows it, or as it will be. */
export interface UnsavedBlock {
  readonly name: string;
  readonly label: string;
  /** A file of it is on its way to the server. */
  readonly isUploading: boolean;
}

/** What is on the canvas, or on its way to it, and waits for Save changes. */
export function listUnsavedBlocks({
  store,
  files,
}: Pick<Editing, 'store' | 'files'>): readonly UnsavedBlock[] {
  const state = store.getState();
  const handed = files.state.getState();
  const names = new Set([...unsavedBlocks(state).map(({ name }) => name), ...handed.keys()]);
  return [...names].flatMap((name) => {
    const block = shownBlock(state, name);
    return block === null
      ? []
      : [{ name, label: DEFINITIONS[block.type].label, isUploading: handed.get(name) === 'going' }];
  });
}
