import { useStore } from 'zustand';
import type { BlockRight } from '#newsletter/document/own-parts.ts';
import { lastToAddBelow } from '#web/features/editor/kernel/state/rights.ts';
import { useBlockState, useEditor, useTools } from './tools.tsx';

/** The person's right at a block. */
export function useRight(name: string): BlockRight {
  const { editing } = useTools();
  const { rightAt } = useStore(editing.rights);
  return useBlockState(name, () => rightAt(name));
}

/** Whether the person may add blocks anywhere. */
export function useMayAdd(): boolean {
  const { editing } = useTools();
  const rights = useStore(editing.rights);
  return useEditor(({ document }) => !editing.isContributor || lastToAddBelow(rights, document) !== null);
}
