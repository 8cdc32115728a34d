import { useCallback, useEffect, useRef } from 'react';
import type { DroppedFiles } from '#newsletter/blocks/block-editor.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import { type OnRefused, type Upload, useUpload } from '#ui/uploads/use-upload.ts';

/** Uploads for a form: `take` resolves to the file's path as it stands in documents, or null. */
export interface OwnUpload {
  readonly upload: Upload;
  readonly take: (file: File, onRefused?: OnRefused) => Promise<string | null>;
}

/** A new file takes the place of one that is still on its way or, `inTurn`, waits until that has come to an end. */
export function useOwnUpload(kind: Parameters<typeof useUpload>[0], inTurn = false): OwnUpload {
  const upload = useUpload(kind);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const { start } = upload;
  const take = useCallback(
    async (file: File, onRefused?: OnRefused) => {
      const waitsFor = inTurn ? before.current : Promise.resolve();
      const coming = waitsFor.then(() => start(file, onRefused));
      before.current = coming;
      const stored = await coming;
      return stored === null ? null : ownPath(stored.url);
    },
    [start, inTurn],
  );
  return { upload, take };
}

// An upload answers with an absolute address; in documents own files stand as paths.
function ownPath(address: string): string {
  const { origin } = window.location;
  return isOwnFile(address.slice(origin.length)) && address.startsWith(origin)
    ? address.slice(origin.length)
    : address;
}

/** The value as it is now, for what goes on after an upload: meanwhile somebody may have typed. */
export function useNow<Value>(value: Value): () => Value {
  const now = useRef(value);
  now.current = value;
  return useCallback(() => now.current, []);
}

/** Takes the files that are dropped or pasted onto the block on the canvas. */
export function useDroppedFiles(
  handed: DroppedFiles,
  run: (files: readonly [File, ...File[]]) => void,
): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const take = () => {
      const [first, ...others] = handed.take();
      if (first !== undefined) latest.current([first, ...others]);
    };
    take();
    return handed.subscribe(take);
  }, [handed]);
}
