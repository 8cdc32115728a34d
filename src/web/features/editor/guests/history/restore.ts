import type { Version, Change as VersionChange } from '#newsletter/changes/changes.ts';
import { withRestored } from '#newsletter/changes/place-block.ts';
import { DEFINITIONS } from '#newsletter/document/document.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import {
  type EditorState,
  putAside,
  type StateChange,
} from '#web/features/editor/kernel/state/editor-state.ts';
import { act, undo } from '#web/features/editor/kernel/state/editor-store.ts';
import { offerUndo } from '#web/features/editor/kernel/undo/offer-undo.ts';

/** Puts the whole newsletter back to a state, saved at `when`, as one step that Undo takes back. */
export function restoreAll(editing: EditorSession, version: Version, when: string): void {
  editing.noteForHistory({ restores: true });
  act(editing.store, putBackAll, version);
  void editing.saver.flush();
  offerUndo(editing, `Restored, to ${when}`, () => {
    // The history counts undoing it as a restore, too.
    editing.noteForHistory({ restores: true });
    undo(editing.store);
    void editing.saver.flush();
  });
}

/** Puts the block of a change back to what it is in a state, as one step that Undo takes back. */
export function restoreBlock(editing: EditorSession, version: Version, { block }: VersionChange): void {
  if (block === null) return;
  const was = findBlock(version.document, block);
  if (was === null) return;
  editing.noteForHistory({ restores: true });
  act(editing.store, putBackBlock, version, block);
  void editing.saver.flush();
  offerUndo(editing, `${DEFINITIONS[was.type].label} restored`);
}

function putBackAll(state: EditorState, { title, document }: Version): StateChange {
  return {
    title,
    document,
    fresh: [],
    workingCopies: {},
    // They come back with Undo.
    putAside: putAside(state, Object.keys(state.workingCopies)),
    selected: null,
  };
}

function putBackBlock(state: EditorState, { document }: Version, name: string): StateChange {
  const { [name]: _, ...workingCopies } = state.workingCopies;
  return {
    document: withRestored(document, state.document, name),
    fresh: state.fresh.filter((each) => each !== name),
    workingCopies,
    putAside: putAside(state, [name]),
  };
}
