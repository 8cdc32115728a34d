import { createContext } from 'react';

/** Notified of uploads below it in the tree, for example to keep a form open while they run. */
export interface UploadTracker {
  /** An upload starts. */
  begin(): TrackedUpload;
}
export interface TrackedUpload {
  /** It failed and waits to be retried or dismissed. */
  failed(message: string): void;
  again(): void;
  /** It finished or was cancelled. */
  end(): void;
}

/** Null if uploads are not tracked. */
export const UploadTrackerContext = createContext<UploadTracker | null>(null);
