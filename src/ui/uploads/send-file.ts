import { createContext } from 'react';
import type { UploadedFileResource } from '#contract/files.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** A file as the server has stored it. */
export type StoredFile = UploadedFileResource['attributes'];

/** Why a file cannot be used. */
export class FileProblem extends UserFacingError {
  override readonly name = 'FileProblem';
  /** Whether the same file may get through next time. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry = false) {
    super(message);
    this.canRetry = canRetry;
  }
}

/** How an upload is followed and given up. `sent` and `total` in bytes. */
interface SendFileOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly sent: number; readonly total: number }) => void;
}

/** Sends a file to where files are kept. Throws `FileProblem`. */
export type SendFile = (file: File, options: SendFileOptions) => Promise<StoredFile>;

/** How the application around the kit sends files. */
export const SendFileContext = createContext<SendFile>(() => {
  throw new Error('No SendFileContext around this component.');
});
