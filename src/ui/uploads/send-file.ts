import { createContext } from 'react';
import type { UploadedFileResource } from '#contract/files.ts';
import { UserFacingError } from '#ui/feedback/user-facing-error.ts';

/** A file as the server has stored it. */
export type UploadedFile = UploadedFileResource['attributes'];

/** The error for a file that cannot be used. */
export class FileProblem extends UserFacingError {
  override readonly name = 'FileProblem';
  /** Whether a retry with the same file may succeed. */
  readonly canRetry: boolean;

  constructor(message: string, canRetry = false) {
    super(message);
    this.canRetry = canRetry;
  }
}

/** Progress and cancellation of an upload; `sent` and `total` are in bytes. */
interface SendFileOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly sent: number; readonly total: number }) => void;
}

/** Uploads a file. Throws `FileProblem`. */
export type SendFile = (file: File, options: SendFileOptions) => Promise<UploadedFile>;

/** The context in which the application provides its upload function. */
export const SendFileContext = createContext<SendFile>(() => {
  throw new Error('This component needs a SendFileContext.');
});
