import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where a block is added: beside a block, or in the place of an empty one. */
export interface Insertion {
  readonly block: string;
  readonly at: 'above' | 'below' | 'instead';
}

/** The place for which the list of blocks is open; null: it is closed. */
export type InsertionStore = StoreApi<Insertion | null>;

export const createInsertionStore = (): InsertionStore => createStore<Insertion | null>(() => null);
