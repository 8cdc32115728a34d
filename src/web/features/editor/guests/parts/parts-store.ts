import { queryOptions } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand';
import type { Part, PartPerson } from '#contract/parts/parts.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { followQuery } from '#web/features/editor/follow-query.ts';

/** In the place of a block: the list of all parts. */
export const ALL_PARTS = '';

interface PartsState {
  /** Whether they have been loaded. */
  readonly isReady: boolean;
  /** By the names of their blocks. */
  readonly parts: ReadonlyMap<string, Part>;
  /** Who may be given one. */
  readonly people: readonly PartPerson[];
  /** Whether the server refuses them: a contributor's last part here was taken back. */
  readonly isRefused: boolean;
  /** The block whose dialog is open, or `ALL_PARTS`; null: none. */
  readonly open: string | null;
}

/** Who writes which block of a newsletter. Like notes they are no part of it: no undo and no merge knows of them. */
export interface Parts {
  readonly state: StoreApi<PartsState>;
  /** Loads them when it is time and keeps them up to date; returns a function that stops it. */
  start(first: (run: () => void) => void): () => void;
  refresh(): Promise<void>;
  open(block: string | null): void;
  /** The functions below resolve to whether it worked; an error has been shown. */
  give(block: string, personId: string, dueOn: string): Promise<boolean>;
  finish(id: string, done: boolean): Promise<boolean>;
  takeBack(id: string): Promise<boolean>;
}

/** Parts are not needed to open a newsletter. */
const loadCalls = () => import('./parts-calls.ts');

export function createParts(newsletterId: string): Parts {
  const state = createStore<PartsState>(() => ({
    isReady: false,
    parts: new Map(),
    people: [],
    isRefused: false,
    open: null,
  }));
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
    start: (first) =>
      followQuery(query, ({ data }) => data && state.setState({ ...data, isReady: true }), first),
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
