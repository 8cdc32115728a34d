import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BlockType } from '#newsletter/document/document.ts';
import type { SlotPosition } from '#newsletter/document/layout.ts';

/** The dragged thing: a tile of the picker, or a block of the newsletter. */
export type Dragged =
  | { readonly kind: 'tile'; readonly type: BlockType }
  | { readonly kind: 'block'; readonly type: BlockType; readonly name: string };

/** The place of a drop, and the line that shows it, in pixels relative to the sheet. */
export interface Landing {
  readonly place: SlotPosition;
  /** Whether it is between sections, where a block may span both columns. */
  readonly isAcross: boolean;
  /** The top of the columns, below the masthead. */
  readonly columnTop: number;
  readonly line: { readonly left: number; readonly top: number; readonly width: number };
}

/** The current drag. In a separate store, as the document changes only with the drop. */
export interface DragState {
  readonly dragged: Dragged | null;
  readonly landing: Landing | null;
  /** The words about dragged files; null for anything else. */
  readonly files: string | null;
  readonly by: 'pointer' | 'keyboard';
}
export type DragStore = StoreApi<DragState>;

const IDLE: DragState = { dragged: null, landing: null, files: null, by: 'pointer' };

export function createDragStore(): DragStore {
  return createStore<DragState>(() => IDLE);
}

/** Starts a drag. */
export function pickUp(store: DragStore, dragged: Dragged, by: DragState['by']): void {
  store.setState({ dragged, landing: null, files: null, by }, true);
}

/** Sets the place of a drop at this moment; null if there is none. */
export function showLanding(store: DragStore, landing: Landing | null, files: string | null = null): void {
  const { landing: now, files: said } = store.getState();
  const isSame =
    now?.place.column === landing?.place.column &&
    now?.place.slot === landing?.place.slot &&
    now?.line.top === landing?.line.top &&
    said === files;
  if (!isSame) store.setState({ landing, files });
}

/** Ends the drag; returns its last state. */
export function endDrag(store: DragStore): DragState {
  const ended = store.getState();
  store.setState(IDLE, true);
  return ended;
}
