import { useCallback, useEffect, useRef } from 'react';
import type { DroppedFiles } from '#newsletter/blocks/block-editor.ts';
import type { UploadedFile } from '#ui/uploads/send-file.ts';
import { type OnRefused, type Upload, useUpload } from '#ui/uploads/use-upload.ts';
import { toStoredUrl } from './stored-url.tsx';

/**
 * Uploads for a form. `uploadFile` resolves to the URL to store in the block, `storeFile` to all attributes of the
 * file, with that URL; null if the upload failed or was cancelled.
 */
export interface FormUpload {
  readonly upload: Upload;
  readonly uploadFile: (file: File, onRefused?: OnRefused) => Promise<string | null>;
  readonly storeFile: (file: File, onRefused?: OnRefused) => Promise<UploadedFile | null>;
}

/** A new file replaces a running upload; if `queued`, it waits for the running one instead. */
export function useFormUpload(kind: Parameters<typeof useUpload>[0], queued = false): FormUpload {
  const upload = useUpload(kind);
  const previous = useRef<Promise<unknown>>(Promise.resolve());
  const { start } = upload;
  const storeFile = useCallback(
    async (file: File, onRefused?: OnRefused) => {
      const waitsFor = queued ? previous.current : Promise.resolve();
      const running = waitsFor.then(() => start(file, onRefused));
      previous.current = running;
      const stored = await running;
      return stored === null ? null : { ...stored, url: toStoredUrl(stored.url) };
    },
    [start, queued],
  );
  const uploadFile = useCallback(
    async (file: File, onRefused?: OnRefused) => (await storeFile(file, onRefused))?.url ?? null,
    [storeFile],
  );
  return { upload, uploadFile, storeFile };
}

/** Returns the current value, for code that runs after an upload: the user may have typed in the meantime. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  latest.current = value;
  return useCallback(() => latest.current, []);
}

/** Calls `run` with files that are dropped or pasted onto the block on the canvas. */
export function useDroppedFiles(
  droppedFiles: DroppedFiles,
  run: (files: readonly [File, ...File[]]) => void,
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const take = () => {
      const [first, ...others] = droppedFiles.take();
      if (first !== undefined) latest.current([first, ...others]);
    };
    take();
    return droppedFiles.subscribe(take);
  }, [droppedFiles]);
}
