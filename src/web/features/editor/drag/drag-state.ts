import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BlockType } from '#newsletter/document/document.ts';
import type { Place } from '#newsletter/document/layout.ts';

/** What is in the hand: a tile of the picker, or a block of the newsletter. */
export type Dragged =
  | { readonly kind: 'tile'; readonly type: BlockType }
  | { readonly kind: 'block'; readonly type: BlockType; readonly name: string };

/** Where it would land: the place, and the line that shows it, in pixels of the sheet. */
export interface Landing {
  readonly place: Place;
  readonly line: { readonly left: number; readonly top: number; readonly width: number };
}

/** A drag while it lasts. It has its own store: the document changes only with the drop. */
export interface DragState {
  readonly dragged: Dragged | null;
  readonly landing: Landing | null;
  readonly by: 'pointer' | 'keyboard';
}
export type DragStore = StoreApi<DragState>;

const REST: DragState = { dragged: null, landing: null, by: 'pointer' };

export function createDragStore(): DragStore {
  return createStore<DragState>(() => REST);
}

/** Picks something up. */
export function pickUp(store: DragStore, dragged: Dragged, by: DragState['by']): void {
  store.setState({ dragged, landing: null, by }, true);
}

/** Shows where it would land now; null where it would land nowhere. */
export function hover(store: DragStore, landing: Landing | null): void {
  const now = store.getState().landing;
  const isSame =
    now?.place.column === landing?.place.column &&
    now?.place.slot === landing?.place.slot &&
    now?.line.top === landing?.line.top;
  if (!isSame) store.setState({ landing });
}

/** Lets go; returns what was held and where it would have landed. */
export function endDrag(store: DragStore): DragState {
  const held = store.getState();
  store.setState(REST, true);
  return held;
}
