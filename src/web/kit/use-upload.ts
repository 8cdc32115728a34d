import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { type AttachmentResource, FILE_KINDS, type FileKind, fileRoutes } from '#contract/files.ts';
import { isApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import { FileProblem } from './file-problem.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { UploadWatchContext, type WatchedUpload } from './upload-watch.ts';

/** How an upload stands. `sent` and `total` in bytes. */
export type UploadState =
  | { readonly step: 'idle' }
  /** A large picture is made smaller. */
  | { readonly step: 'preparing'; readonly name: string }
  | { readonly step: 'sending'; readonly name: string; readonly sent: number; readonly total: number }
  | {
      readonly step: 'failed';
      readonly name: string;
      readonly message: string;
      /** Whether the same file may get through next time. */
      readonly canRetry: boolean;
    };

type Stored = AttachmentResource['attributes'];

/** What `useUpload` gives. */
export interface Upload {
  readonly state: UploadState;
  /**
   * Resolves to the stored file, or to null when it was cancelled or its failure dismissed. Until then a failure (see
   * `state`) waits for `retry`.
   */
  readonly start: (file: File) => Promise<Stored | null>;
  readonly cancel: () => void;
  /** Tries again what has failed. */
  readonly retry: () => void;
  /** Forgets a failure. */
  readonly reset: () => void;
}

interface Attempt {
  readonly file: File;
  readonly settle: (stored: Stored | null) => void;
  readonly watched: WatchedUpload | undefined;
  controller: AbortController;
}

const IDLE: UploadState = { step: 'idle' };
const TOO_MANY = 429;
const SERVER_FAULT = 500;
const DISK_FULL = 507;

/**
 * Uploads one file at a time to POST /attachments, pictures made as small as they will be shown. A new one, or leaving
 * the screen, cancels the last.
 */
export function useUpload(kind: FileKind): Upload {
  const [state, setState] = useState<UploadState>(IDLE);
  const current = useRef<Attempt | null>(null);
  const watch = useContext(UploadWatchContext);

  const end = useCallback((stored: Stored | null) => {
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
        const file = await prepare(attempt.file, kind, show);
        if (signal.aborted) return;
        show({ step: 'sending', name, sent: 0, total: file.size });
        const { attachment } = await call(fileRoutes.uploadAttachment, {
          files: { file },
          signal,
          onProgress: ({ sent, total }) => show({ step: 'sending', name, sent, total }),
          handles: () => true,
        });
        const stored = attachment.data.attributes;
        // Some files do not say what they are; the server has looked.
        if (!isOfKind(stored.content_type, kind)) throw new FileProblem(FILE_KINDS[kind].wanted);
        show(IDLE);
        if (!signal.aborted) end(stored);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        show({ step: 'failed', name, ...failure });
        attempt.watched?.failed(failure.message);
      }
    },
    [kind, end],
  );
  const start = useCallback(
    (file: File) =>
      new Promise<Stored | null>((settle) => {
        end(null);
        const watched = watch?.begin();
        const controller = new AbortController();
        const settleOnce = (stored: Stored | null) => {
          settle(stored);
          watched?.end();
        };
        current.current = { file, settle: settleOnce, controller, watched };
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

async function prepare(file: File, kind: FileKind, show: (state: UploadState) => void): Promise<File> {
  const { wanted, maxBytes } = FILE_KINDS[kind];
  if (isClearlyNot(file.type, kind)) throw new FileProblem(wanted);
  if (kind === 'image') show({ step: 'preparing', name: file.name });
  const prepared = kind === 'image' ? await shrinkPicture(file) : file;
  if (prepared.size > maxBytes) throw new FileProblem(ERROR_MESSAGES.fileTooLarge);
  return prepared;
}

// By its first half alone: programs write the second one in many ways, and the server looks into the file.
function isClearlyNot(type: string, kind: FileKind): boolean {
  const family = type.split('/', 1)[0] ?? '';
  if (kind === 'document') return ['image', 'video', 'audio'].includes(family);
  return family !== '' && family !== kind;
}

function isOfKind(type: string, kind: FileKind): boolean {
  const types: readonly string[] = FILE_KINDS[kind].types;
  return types.includes(type);
}

function failureOf(error: unknown): { readonly message: string; readonly canRetry: boolean } {
  if (error instanceof FileProblem) return { message: error.message, canRetry: false };
  if (!isApiError(error)) return { message: ERROR_MESSAGES.server, canRetry: true };
  const { status, message } = error;
  const isPassing = status === 0 || status === TOO_MANY || (status >= SERVER_FAULT && status !== DISK_FULL);
  return { message, canRetry: isPassing };
}
