import { createContext, type RefObject, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { SchoolResource } from '#contract/school.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { MailMeter } from '#web/features/editor/kernel/facts/mail-meter.ts';
import type { EditorState } from '#web/features/editor/kernel/state/editor-state.ts';
import { watchBlock } from '#web/features/editor/kernel/state/watch-block.ts';
import type { DesignPages } from '#web/newsletter-ui/designs/design-pages.ts';
import type { DragState } from './drag-state.ts';
import type { EditorSession } from './editor-session.ts';
import type { Guests } from './guest.ts';
import type { SaveState } from './save-state.ts';

/** The tools that the editor's components share. */
export interface EditorTools {
  readonly editing: EditorSession;
  readonly school: SchoolResource['attributes'];
  /** Notes, parts and others that some newsletters do without. */
  readonly guests: Guests;
  readonly meter: MailMeter;
  /** The newsletter in each design, drawn small. */
  readonly designPages: DesignPages;
  /** The newsletter's sheet and its scroll container. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The element for the writing tools; null until it is mounted. */
  readonly strip: HTMLElement | null;
  /** Whether there is no room beside the canvas: the form is below it, and the design is chosen in a dialog. */
  readonly isNarrow: boolean;
  /** Whether the form is a sheet at the foot, with a block's actions in its head. */
  readonly isPhone: boolean;
}

export const EditorContext = createContext<EditorTools | null>(null);

/** The shared tools. Throws outside of the editor. */
export function useTools(): EditorTools {
  const tools = useContext(EditorContext);
  if (tools === null) throw new Error('useTools must be used inside the editor');
  return tools;
}

/** A part of the editor's state. Pick no more than is shown, to render rarely. */
export function useEditor<Part>(pick: (state: EditorState) => Part): Part {
  return useStore(useTools().editing.store.drawn, pick);
}

/**
 * Like `useEditor`, for one block among many: `pick` does not run when another block is typed in, so it must not look at other
 * blocks' working copies.
 */
export function useBlockState<Part>(name: string, pick: (state: EditorState) => Part): Part {
  const { store } = useTools().editing;
  const watch = useCallback((listener: () => void) => watchBlock(store, name, listener), [store, name]);
  return useSyncExternalStore(watch, () => pick(store.drawn.getState()));
}

/** A saved block as shown: its working copy, if there is one. */
export function useShownBlock(saved: Block): Block {
  return useBlockState(saved.name, (state) => state.workingCopies[saved.name]) ?? saved;
}

/** The state of saving. */
export function useSaveState(): SaveState {
  return useStore(useTools().editing.saver.state);
}

/** A part of the current drag. */
export function useDrag<Part>(pick: (state: DragState) => Part): Part {
  return useStore(useTools().editing.drag, pick);
}
