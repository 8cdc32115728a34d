import { createContext } from 'react';

/** Is told of uploads below it, so that what they are for is not taken away while they last. */
export interface UploadWatch {
  /** An upload begins. */
  begin(): WatchedUpload;
}
export interface WatchedUpload {
  /** It has failed, and waits for another try or to be dismissed. */
  failed(message: string): void;
  again(): void;
  /** It is done or given up. */
  end(): void;
}

/** Null: nobody wants to know. */
export const UploadWatchContext = createContext<UploadWatch | null>(null);
