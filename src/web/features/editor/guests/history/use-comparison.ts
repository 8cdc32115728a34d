import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { changesBetween, type Version } from '#newsletter/changes/changes.ts';
import { timelineOf } from '#web/features/editor/guests/history/timeline/timeline.ts';
import { canvasDocument, saveAllChanges, select } from '#web/features/editor/kernel/state/editor-state.ts';
import { act } from '#web/features/editor/kernel/state/editor-store.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { asItWas, type Comparison, compareVersions } from './comparison.ts';
import type { HistoryAddress } from './history-address.ts';
import { type ListedState, useAuthors, useStates, useVersion } from './history-calls.ts';

/** The view of a state: with the changes since, or alone. */
export type Showing = 'changes' | 'alone';

/** The timeline, the state chosen in it, and the comparison that the canvas shows. */
export function useComparison(place: HistoryAddress, showing: Showing) {
  const { editing, school } = useTools();
  const { id } = editing.opened;
  const draftVersion = useSavedVersion();
  const list = useStates(id, draftVersion);
  const states = list.data?.states ?? [];
  const entries = useMemo(
    () => (list.data === undefined ? [] : timelineOf(list.data.states, list.data, school.time_zone)),
    [list.data, school],
  );
  // The newest state is the present: nothing can be restored before somebody chooses a state.
  const chosen = stateIn(states, place.shown) ?? states[0] ?? null;
  const isNewest = chosen !== null && chosen === states[0];
  const against = stateIn(states, place.against);
  const was = useVersion(id, chosen);
  const other = useVersion(id, against);
  const present = usePresent();
  const isReversed = chosen !== null && against !== null && states.indexOf(chosen) < states.indexOf(against);
  const [earlier, later] = isReversed ? [against, chosen] : [chosen, against];
  const authors = useAuthors(id, earlier, later, draftVersion);
  const comparison = useMemo((): Comparison | null => {
    const is = against === null ? present : other.data;
    if (was.data === undefined) return null;
    if (showing === 'alone') return asItWas(was.data);
    if (is === undefined) return null;
    const [before, after] = isReversed ? [is, was.data] : [was.data, is];
    return compareVersions(before, after, editing.isRightToLeft);
  }, [editing, was.data, other.data, against, present, showing, isReversed]);
  const version = was.data ?? null;
  const toPresent = against === null && showing === 'changes' ? comparison : null;
  /** Whether restoring the state would change nothing. */
  const isPresent = useMemo(
    () => version !== null && (toPresent?.changes ?? changesBetween(version, present)).length === 0,
    [version, present, toPresent],
  );
  const failed = [was, other].find(({ isError }) => isError) ?? null;
  return { list, entries, chosen, isNewest, against, version, isPresent, comparison, authors, failed };
}

function stateIn(states: readonly ListedState[], id: string | null): ListedState | null {
  return states.find((state) => state.id === id) ?? null;
}

/** The newsletter as it is now. */
function usePresent(): Version {
  const state = useEditor((all) => all);
  return useMemo(() => ({ title: state.title, document: canvasDocument(state) }), [state]);
}

/** The draft's version, once the attempt to save all typed words has ended; null before. */
function useSavedVersion(): number | null {
  const { store, saver } = useTools().editing;
  const [isReady, setReady] = useState(false);
  // Renders again after each save.
  const { step } = useStore(saver.state);
  const [version, setVersion] = useState(saver.version());
  useEffect(() => {
    act(store, saveAllChanges);
    act(store, select, null);
    void saver.flush().then(() => setReady(true));
  }, [store, saver]);
  if (step === 'saved' && version !== saver.version()) setVersion(saver.version());
  return isReady ? version : null;
}
