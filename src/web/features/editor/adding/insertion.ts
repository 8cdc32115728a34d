import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AroundCaret } from '#web/features/editor/pasting/paste-parts.ts';

/** Where a block is added: beside a block, in the place of an empty one, or at an empty line in a text, which divides it. */
export type Insertion =
  | { readonly block: string; readonly at: 'above' | 'below' | 'instead' }
  | { readonly block: string; readonly at: 'inside'; readonly around: AroundCaret };

/** The place for which the list of blocks is open; null: it is closed. */
export type InsertionStore = StoreApi<Insertion | null>;

export const createInsertionStore = (): InsertionStore => createStore<Insertion | null>(() => null);
