import { createStore, type StoreApi } from 'zustand/vanilla';

/** The place to which the caret goes once a block's words can be typed. */
export interface CaretRequest {
  readonly block: string;
  /** The field's path; without it, the block's first field, or its last for `end`. */
  readonly path?: string;
  /** A point of the window is where somebody clicked, an offset where the caret was in the same words. */
  readonly at: 'start' | 'end' | { readonly x: number; readonly y: number } | { readonly offset: number };
  /** Words that were typed already, and are put in there. A line break is Enter. */
  readonly typed?: string;
}

/** The open request, if any. The surface that answers it removes it. */
export type CaretStore = StoreApi<CaretRequest | null>;

export const createCaretStore = (): CaretStore => createStore<CaretRequest | null>(() => null);
