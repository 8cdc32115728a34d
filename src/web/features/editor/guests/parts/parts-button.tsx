import { IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { findBlock } from '#newsletter/document/layout.ts';
import { Tip } from '#ui/tip.tsx';
import button from '#web/features/editor/header/head-button.module.css';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { ALL_PARTS, partsOf } from './parts-store.ts';

/** The number of parts, and of parts whose block was deleted, in words; null if there are none. */
export function usePartsWords(): string | null {
  const parts = useStore(useTools().editing.parts, (state) => state.parts);
  const withoutBlock = useEditor(
    ({ document }) => [...parts.keys()].filter((block) => findBlock(document, block) === null).length,
  );
  if (parts.size === 0) return null;
  return withoutBlock === 0
    ? `Parts: ${parts.size}`
    : `Parts: ${parts.size}, ${withoutBlock} without a block`;
}

/** Opens the list of all parts, if there are any. */
export function PartsButton() {
  const { editing, isPhone } = useTools();
  const total = useStore(editing.parts, (state) => state.parts.size);
  const words = usePartsWords();
  // Phones have it in the menu.
  if (words === null || editing.isContributor || isPhone) return null;
  return (
    <Tip label={words}>
      <button
        type="button"
        className={button.button}
        aria-label={words}
        aria-haspopup="dialog"
        onClick={() => partsOf(editing).open(ALL_PARTS)}
      >
        <IconUserEdit size={20} stroke={1.75} aria-hidden="true" />
        {total}
      </button>
    </Tip>
  );
}
