import type { StoreApi } from 'zustand/vanilla';
import { afterFrame } from './after-frame.ts';
import type { EditorState, StateChange } from './editor-state.ts';

/** The longest wait, in milliseconds, for when no frame comes: a covered window paints none. */
const NO_FRAME = 100;

/** A store whose changes may wait for a frame, so that the frame does not wait for them. */
export interface LateChanges {
  /**
   * Makes a change after the next frame, or before the state is next read or changed, so that nobody misses it. Passing the
   * waiting change again does not delay it.
   */
  later(change: () => void): void;
  /** Makes the change that waits, if one does. */
  settle(): void;
  /** The state without the waiting change, for React: reading during a render must change nothing. */
  readonly drawn: Omit<StoreApi<EditorState>, 'setState'>;
}

/** Adds late changes to a store: its `getState` and `setState` make a waiting change first. */
export function withLateChanges<Store extends StoreApi<EditorState>>(store: Store): Store & LateChanges {
  const { getState, setState, getInitialState, subscribe } = store;
  let waiting: (() => void) | null = null;
  let stop: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    if (waiting === null) return;
    const change = waiting;
    waiting = null;
    stop?.();
    clearTimeout(timer);
    change();
  };
  const later = (change: () => void) => {
    if (waiting === change) return;
    settle();
    waiting = change;
    timer = setTimeout(settle, NO_FRAME);
    stop = afterFrame(settle);
  };
  store.getState = () => {
    settle();
    return getState();
  };
  store.setState = (change: StateChange | ((state: EditorState) => StateChange)) => {
    settle();
    setState(change);
  };
  return Object.assign(store, { later, settle, drawn: { getState, getInitialState, subscribe } });
}
