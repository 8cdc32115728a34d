import { createStore, type StoreApi } from 'zustand/vanilla';

/** The words of a text before and after the caret, as it stores them. */
export interface AroundCaret {
  readonly before: string;
  readonly after: string;
}

/** Where a block is added: beside a block, in the place of an empty one, or at an empty line in a text, which divides it. */
export type Insertion =
  | { readonly block: string; readonly at: 'above' | 'below' | 'instead' }
  | { readonly block: string; readonly at: 'inside'; readonly around: AroundCaret };

/** The place for which the list of blocks is open. */
export type OpenInsertion = Insertion & {
  /** What is typed until its field has the focus. A line break stands for Enter; null: it has it. */
  readonly typed?: string | null;
};

/** Null: the list is closed. */
export type InsertionStore = StoreApi<OpenInsertion | null>;

export const createInsertionStore = (): InsertionStore => createStore<OpenInsertion | null>(() => null);
