import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { findBlock } from '#newsletter/document/layout.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { BlockPanel } from './block-panel-part.tsx';

/** The form of the selected block, which edits its working copy. Shows `atRest` while no block is selected. */
export function FieldEditor({ atRest }: { atRest: ReactNode }) {
  const { editing } = useTools();
  const selected = useEditor((state) => (isInDocument(state, state.selected) ? state.selected : null));
  const withFiles = useStore(editing.files.state);
  // A form with pending files stays mounted, hidden.
  const names = new Set(selected === null ? [] : [selected]);
  for (const name of withFiles.keys()) names.add(name);
  return (
    <>
      {selected === null && atRest}
      {[...names].map((name) => (
        <PanelOf key={name} name={name} isShown={name === selected} />
      ))}
    </>
  );
}

function isInDocument({ document }: EditorState, name: string | null): boolean {
  return name !== null && findBlock(document, name) !== null;
}

function PanelOf({ name, isShown }: { name: string; isShown: boolean }) {
  const block = useEditor((state) => findBlock(state.document, name));
  return block && <BlockPanel saved={block} isShown={isShown} />;
}
