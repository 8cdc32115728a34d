import { useCallback, useEffect, useRef, useState } from 'react';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { type AttachmentResource, FILE_KINDS, type FileKind, fileRoutes } from '#contract/files.ts';
import { isApiError } from '../api/api-error.ts';
import { call } from '../api/client.ts';

/** How an upload stands. `sent` and `total` in bytes. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly name: string; readonly sent: number; readonly total: number }
  | { readonly step: 'failed'; readonly name: string; readonly message: string };

/** What `useUpload` gives. */
export interface Upload {
  readonly state: UploadState;
  /** Resolves to the stored file, or to null when it failed (see `state`) or was cancelled. */
  readonly start: (file: File) => Promise<AttachmentResource['attributes'] | null>;
  readonly cancel: () => void;
  /** Forgets a failure. */
  readonly reset: () => void;
}

const IDLE: UploadState = { step: 'idle' };

/** Uploads one file at a time to POST /attachments, with progress. A new one, or leaving the screen, cancels the last. */
export function useUpload(kind: FileKind): Upload {
  const [state, setState] = useState<UploadState>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (file: File) => {
      running.current?.abort();
      if (file.size > FILE_KINDS[kind].maxBytes) {
        setState({ step: 'failed', name: file.name, message: ERROR_MESSAGES.fileTooLarge });
        return null;
      }
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      setState({ step: 'sending', name: file.name, sent: 0, total: file.size });
      try {
        const { attachment } = await call(fileRoutes.uploadAttachment, {
          files: { file },
          signal,
          onProgress: ({ sent, total }) =>
            !signal.aborted && setState({ step: 'sending', name: file.name, sent, total }),
          handles: () => true,
        });
        setState(IDLE);
        return attachment.data.attributes;
      } catch (error) {
        if (!signal.aborted) {
          setState({
            step: 'failed',
            name: file.name,
            message: isApiError(error) ? error.message : ERROR_MESSAGES.server,
          });
        }
        return null;
      }
    },
    [kind],
  );
  const cancel = useCallback(() => {
    running.current?.abort();
    setState(IDLE);
  }, []);
  return { state, start, cancel, reset: cancel };
}
