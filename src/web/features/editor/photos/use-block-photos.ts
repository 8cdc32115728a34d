import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { BlockPhotos } from '#newsletter/blocks/block-editor.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { addPhotosTo } from './add-photos-part.ts';
import { photoUploads } from './photo-upload.ts';
import { describedPhotos } from './shown-photos.ts';

/** The photos of a block for its form. */
export function useBlockPhotos(name: string): BlockPhotos {
  const { editing } = useTools();
  const uploads = useStore(photoUploads(editing));
  const document = useEditor((state) => state.document);
  const workingCopies = useEditor((state) => state.workingCopies);
  return useMemo(
    () => ({
      add: (files) => addPhotosTo(editing, name, files),
      described: describedPhotos(editing, { document, workingCopies }, uploads, name),
    }),
    [editing, name, document, workingCopies, uploads],
  );
}
