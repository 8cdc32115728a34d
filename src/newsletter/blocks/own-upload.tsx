import { useCallback, useRef } from 'react';
import { type Upload, useUpload } from '#web/kit/use-upload.ts';
import { isOwnFile } from '../url.ts';

/** Uploads for a form: `take` resolves to the file's path as it stands in documents, or null. */
export function useOwnUpload(kind: Parameters<typeof useUpload>[0]): {
  readonly upload: Upload;
  readonly take: (file: File) => Promise<string | null>;
} {
  const upload = useUpload(kind);
  const { start } = upload;
  const take = useCallback(
    async (file: File) => {
      const stored = await start(file);
      return stored === null ? null : ownPath(stored.url);
    },
    [start],
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
