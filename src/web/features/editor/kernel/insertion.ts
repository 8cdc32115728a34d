import { createStore, type StoreApi } from 'zustand/vanilla';

/** The words of a text before and after the caret, as stored. */
export interface AroundCaret {
  readonly before: string;
  readonly after: string;
}

/** The place of a new block: beside a block, in place of an empty one, or at an empty line in a text, which it divides. */
export type Insertion =
  | { readonly block: string; readonly at: 'above' | 'below' | 'instead' }
  | { readonly block: string; readonly at: 'inside'; readonly around: AroundCaret };

/** The place for which the list of blocks is open. */
export type OpenInsertion = Insertion & {
  /** The words typed before its field has the focus, a line break for Enter; null once it has it. */
  readonly typed?: string | null;
};

/** The open place; null while the list is closed. */
export type InsertionStore = StoreApi<OpenInsertion | null>;

export const createInsertionStore = (): InsertionStore => createStore<OpenInsertion | null>(() => null);
