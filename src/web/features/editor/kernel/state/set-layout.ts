import type { LayoutType } from '#newsletter/document/document.ts';
import { changeLayout } from '#newsletter/document/layout-change.ts';
import type { EditorState, StateChange } from './editor-state.ts';

/** Loaded lazily, with the layout dialog. */

/** Changes the layout, keeping every block. */
export function setLayout(state: EditorState, layout: LayoutType): StateChange {
  return layout === state.document.layout ? {} : { document: changeLayout(state.document, layout) };
}
