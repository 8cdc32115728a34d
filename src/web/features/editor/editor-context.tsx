import { createContext, type RefObject, useContext } from 'react';
import { useStore } from 'zustand';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { Checker } from '#web/features/editor/check/checker.ts';
import type { MailMeter } from '#web/features/editor/check/mail-meter.ts';
import type { DragState } from '#web/features/editor/drag/drag-state.ts';
import type { SaveState } from '#web/features/editor/saving/saver.ts';
import type { EditorState } from '#web/features/editor/state/editor-state.ts';
import type { Editing } from './editing.ts';

/** What every part of the editor needs. */
export interface EditorTools {
  readonly editing: Editing;
  readonly school: SchoolBranding;
  readonly checker: Checker;
  readonly meter: MailMeter;
  /** The newsletter's sheet and what it scrolls in. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  /** Whether the field editor lies over the canvas, so that a block's actions stand in its head. */
  readonly isNarrow: boolean;
}

/** Set by the screen, around all of the editor. */
export const EditorContext = createContext<EditorTools | null>(null);

/** The tools of the editor. Throws outside of it. */
export function useTools(): EditorTools {
  const tools = useContext(EditorContext);
  if (tools === null) throw new Error('This belongs into the editor');
  return tools;
}

/** A part of the editor's state. Render as little as possible: pick what is shown, no more. */
export function useEditor<Part>(pick: (state: EditorState) => Part): Part {
  return useStore(useTools().editing.store, pick);
}

/** How saving stands. */
export function useSaveState(): SaveState {
  return useStore(useTools().editing.saver.state);
}

/** A part of the drag that is going on. */
export function useDrag<Part>(pick: (state: DragState) => Part): Part {
  return useStore(useTools().editing.drag, pick);
}
