import { useStore } from 'zustand';
import type { EditorSession } from './editor-session.ts';
import { useEditor, useTools } from './tools.tsx';

/** The panels that guests open in the place of a block's form, by the guests' names: the last one is in front. */

/** Opens a panel in the place of all others. */
export function openPanel({ panels }: Pick<EditorSession, 'panels'>, guest: string): void {
  panels.setState([guest], true);
}

/** Opens a panel in front of the others, which are back once it is closed. */
export function openPanelInFront({ panels }: Pick<EditorSession, 'panels'>, guest: string): void {
  panels.setState((open) => [...open.filter((name) => name !== guest), guest], true);
}

export function closePanel({ panels }: Pick<EditorSession, 'panels'>, guest: string): void {
  panels.setState((open) => open.filter((name) => name !== guest), true);
}

/** Whether a guest's panel is open, if behind a form. */
export function useIsPanelOpen(guest: string): boolean {
  return useStore(useTools().editing.panels, (open) => open.includes(guest));
}

/** Whether a guest's panel is in front, and no form in its place. */
export function useIsPanelShown(guest: string): boolean {
  const isInFront = useStore(useTools().editing.panels, (open) => open.at(-1) === guest);
  const isEditing = useEditor(({ selected }) => selected !== null);
  return isInFront && !isEditing;
}
