import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { type UploadKind, uploadWarning } from '#contract/files.ts';
import { SendFileContext, type UploadedFile } from './send-file.ts';
import { type UploadStep, uploadFailure, uploadFile } from './upload-file.ts';
import { type TrackedUpload, UploadTrackerContext } from './upload-tracker.ts';

/** The state of an upload. */
type UploadState =
  | { readonly step: 'idle'; readonly warning?: string }
  | (UploadStep & { readonly name: string })
  | {
      readonly step: 'failed';
      readonly name: string;
      readonly message: string;
      /** Whether a retry with the same file may succeed. */
      readonly canRetry: boolean;
    };

/** The result of `useUpload`. */
export interface Upload {
  readonly state: UploadState;
  /**
   * Resolves to the stored file, or to null if the upload was cancelled or its failure dismissed. A failure (see
   * `state`) waits for `retry` or `reset`. With `onRefused`, a failure that cannot be retried is passed to it instead
   * and resolves to null at once.
   */
  readonly start: (file: File, onRefused?: OnRefused) => Promise<UploadedFile | null>;
  readonly cancel: () => void;
  /** Retries a failed upload. */
  readonly retry: () => void;
  /** Dismisses a failure. */
  readonly reset: () => void;
}

/** Called with the reason why a file cannot be used. */
export type OnRefused = (message: string) => void;

interface Attempt {
  readonly file: File;
  readonly settle: (stored: UploadedFile | null) => void;
  readonly watched: TrackedUpload | undefined;
  readonly onRefused: OnRefused | undefined;
  controller: AbortController;
}

const IDLE: UploadState = { step: 'idle' };

/**
 * Uploads one file at a time; pictures are shrunk first. A new upload, or unmounting, cancels the running one.
 */
export function useUpload(kind: UploadKind): Upload {
  const [state, setState] = useState<UploadState>(IDLE);
  const current = useRef<Attempt | null>(null);
  const watch = useContext(UploadTrackerContext);
  const send = useContext(SendFileContext);

  const end = useCallback((stored: UploadedFile | null) => {
    const attempt = current.current;
    current.current = null;
    attempt?.controller.abort();
    attempt?.settle(stored);
  }, []);
  useEffect(() => () => end(null), [end]);

  const run = useCallback(
    async (attempt: Attempt) => {
      const { name } = attempt.file;
      const { signal } = attempt.controller;
      const show = (next: UploadState) => {
        if (!signal.aborted) setState(next);
      };
      try {
        const onStep = (step: UploadStep) => show({ ...step, name });
        const stored = await uploadFile(attempt.file, { kind, send, signal, onStep });
        const warning = uploadWarning(stored);
        show(warning === null ? IDLE : { step: 'idle', warning });
        if (!signal.aborted) end(stored);
      } catch (error) {
        if (signal.aborted) return;
        const failure = uploadFailure(error);
        attempt.watched?.failed(failure.message);
        if (failure.canRetry || attempt.onRefused === undefined) {
          show({ step: 'failed', name, message: failure.message, canRetry: failure.canRetry });
          return;
        }
        show(IDLE);
        attempt.onRefused(failure.message);
        end(null);
      }
    },
    [kind, end, send],
  );
  const start = useCallback(
    (file: File, onRefused?: OnRefused) =>
      new Promise<UploadedFile | null>((settle) => {
        end(null);
        const watched = watch?.begin();
        const controller = new AbortController();
        const settleOnce = (stored: UploadedFile | null) => {
          settle(stored);
          watched?.end();
        };
        current.current = { file, settle: settleOnce, controller, watched, onRefused };
        void run(current.current);
      }),
    [end, run, watch],
  );
  const retry = useCallback(() => {
    const attempt = current.current;
    if (attempt === null) return;
    attempt.controller = new AbortController();
    attempt.watched?.again();
    void run(attempt);
  }, [run]);
  const cancel = useCallback(() => {
    end(null);
    setState(IDLE);
  }, [end]);
  return { state, start, cancel, retry, reset: cancel };
}
