import { queryOptions } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { KnownParts } from '#web/features/editor/kernel/facts/known-parts.ts';
import { followQuery } from '#web/features/editor/kernel/follow-query.ts';
import { perSession } from '#web/features/editor/kernel/per-session.ts';

/** Used in place of a block's name: the list of all parts. */
export const ALL_PARTS = '';

interface PartsState {
  /** The block whose dialog is open, or `ALL_PARTS`; null: none. */
  readonly open: string | null;
}

/** The parts of a newsletter: who writes which block. Like notes they are kept outside it: undo and merge leave them alone. */
export interface Parts {
  readonly state: StoreApi<PartsState>;
  /** Loads them when `first` calls back and keeps them up to date; returns a function that stops it. */
  start(first: (run: () => void) => void): () => void;
  refresh(): Promise<void>;
  open(block: string | null): void;
  /** The functions below resolve to whether it worked; an error has been shown. */
  give(block: string, personId: string, dueOn: string): Promise<boolean>;
  finish(id: string, done: boolean): Promise<boolean>;
  takeBack(id: string): Promise<boolean>;
}

/** Loaded later, as parts are not needed to open a newsletter. */
const loadCalls = () => import('./parts-calls.ts');

/** The parts of the edited newsletter, which the session has as `parts`. */
export const partsOf = perSession(({ opened, parts }) => createParts(opened.id, parts));

function createParts(newsletterId: string, known: StoreApi<KnownParts>): Parts {
  const state = createStore<PartsState>(() => ({ open: null }));
  const query = partsQuery(newsletterId);
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const change = async (run: (calls: Awaited<ReturnType<typeof loadCalls>>) => Promise<void>) => {
    try {
      await run(await loadCalls());
    } catch {
      return false;
    }
    await refresh();
    return true;
  };
  return {
    state,
    refresh,
    start: (first) => followQuery(query, ({ data }) => data && known.setState(data, true), first),
    open: (open) => state.setState({ open }),
    give: (block, person_id, due_on) =>
      change((calls) => calls.givePart(newsletterId, { block, person_id, due_on })),
    finish: (id, done) => change((calls) => calls.storePartDone(id, done)),
    takeBack: (id) => change((calls) => calls.takeBackPart(id)),
  };
}

function partsQuery(newsletterId: string) {
  return queryOptions({
    queryKey: queryKeys.around(newsletterId).parts,
    queryFn: async ({ signal }) => (await loadCalls()).fetchParts(newsletterId, signal),
  });
}
