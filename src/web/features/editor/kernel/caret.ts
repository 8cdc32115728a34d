import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where the caret goes once the words of a block can be typed. */
export interface CaretRequest {
  readonly block: string;
  /** The field's path; without, the block's first field, or its last for `end`. */
  readonly path?: string;
  /** A point of the window is where somebody clicked, an offset where the caret was in the same words. */
  readonly at: 'start' | 'end' | { readonly x: number; readonly y: number } | { readonly offset: number };
  /** What has been typed already, and is put in there. A line break stands for Enter. */
  readonly typed?: string;
}

/** The open request, if any. The surface that answers it takes it away. */
export type CaretStore = StoreApi<CaretRequest | null>;

export const createCaretStore = (): CaretStore => createStore<CaretRequest | null>(() => null);
