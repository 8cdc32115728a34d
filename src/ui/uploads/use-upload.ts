import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { FILE_KINDS, type FileKind, KEEPS_METADATA_WARNING, UPLOADS, type UploadKind } from '#contract/files.ts';
import { FileProblem, SendFileContext, type StoredFile } from './send-file.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { UploadWatchContext, type WatchedUpload } from './upload-watch.ts';

/** How an upload stands. `sent` and `total` in bytes. */
type UploadState =
  | { readonly step: 'idle'; readonly warning?: string }
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

/** What `useUpload` gives. */
export interface Upload {
  readonly state: UploadState;
  /**
   * Resolves to the stored file, or to null when it was cancelled or its failure dismissed. Until then a failure (see
   * `state`) waits for `retry`. With `onRefused`, a failure that no other try would mend is told to it instead, and is
   * not waited for.
   */
  readonly start: (file: File, onRefused?: OnRefused) => Promise<StoredFile | null>;
  readonly cancel: () => void;
  /** Tries again what has failed. */
  readonly retry: () => void;
  /** Forgets a failure. */
  readonly reset: () => void;
}

/** Is told why a file cannot be used. */
export type OnRefused = (message: string) => void;

interface Attempt {
  readonly file: File;
  readonly settle: (stored: StoredFile | null) => void;
  readonly watched: WatchedUpload | undefined;
  readonly onRefused: OnRefused | undefined;
  controller: AbortController;
}

const IDLE: UploadState = { step: 'idle' };

/**
 * Uploads one file at a time, pictures made as small as they will be shown. A new one, or leaving
 * the screen, cancels the last.
 */
export function useUpload(kind: UploadKind): Upload {
  const [state, setState] = useState<UploadState>(IDLE);
  const current = useRef<Attempt | null>(null);
  const watch = useContext(UploadWatchContext);
  const send = useContext(SendFileContext);

  const end = useCallback((stored: StoredFile | null) => {
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
        const stored = await send(file, {
          signal,
          onProgress: ({ sent, total }) => show({ step: 'sending', name, sent, total }),
        });
        // Some files do not say what they are; the server has looked.
        if (!isOfKind(stored.content_type, kind)) throw new FileProblem(UPLOADS[kind].wanted);
        show(stored.keeps_metadata ? { step: 'idle', warning: KEEPS_METADATA_WARNING } : IDLE);
        if (!signal.aborted) end(stored);
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
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
      new Promise<StoredFile | null>((settle) => {
        end(null);
        const watched = watch?.begin();
        const controller = new AbortController();
        const settleOnce = (stored: StoredFile | null) => {
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

async function prepare(file: File, asked: UploadKind, show: (state: UploadState) => void): Promise<File> {
  const family = familyOf(file.type);
  const kind = UPLOADS[asked].kinds.find((each) => mayBe(family, each));
  if (kind === undefined) throw new FileProblem(UPLOADS[asked].wanted);
  // To be taken home, a picture stays as it is; but what the server does not take becomes something that it does.
  const isMade = asked === 'image' || (kind === 'image' && !isOfKind(file.type, asked));
  if (isMade) show({ step: 'preparing', name: file.name });
  const prepared = isMade ? await shrinkPicture(file) : file;
  if (prepared.size > FILE_KINDS[kind].maxBytes) throw new FileProblem(ERROR_MESSAGES.fileTooLarge);
  return prepared;
}

// By its first half alone: programs write the second one in many ways, and the server looks into the file.
function familyOf(type: string): string {
  return type.split('/', 1)[0] ?? '';
}

function mayBe(family: string, kind: FileKind): boolean {
  if (kind === 'document') return !['image', 'video', 'audio'].includes(family);
  return family === '' || family === kind;
}

function isOfKind(type: string, asked: UploadKind): boolean {
  return UPLOADS[asked].kinds.some((kind) => {
    const types: readonly string[] = FILE_KINDS[kind].types;
    return types.includes(type);
  });
}

function failureOf(error: unknown): { readonly message: string; readonly canRetry: boolean } {
  if (error instanceof FileProblem) return error;
  return { message: ERROR_MESSAGES.server, canRetry: true };
}
