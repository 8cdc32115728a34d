import { useEffect, useEffectEvent } from 'react';
import type { StoreApi } from 'zustand';

/** Calls `onChange` with each change of a store, for effects rather than drawing. */
export function useChanges<State>(
  store: Pick<StoreApi<State>, 'subscribe'>,
  onChange: (now: State, before: State) => void,
): void {
  const listen = useEffectEvent(onChange);
  useEffect(() => store.subscribe((now, before) => listen(now, before)), [store]);
}
