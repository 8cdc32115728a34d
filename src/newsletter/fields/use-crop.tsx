import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Picture } from '#newsletter/values/picture.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { CropDialog } from '#ui/uploads/crop-dialog.tsx';
import { cropPicture, type Frame } from '#ui/uploads/crop-picture.ts';
import { FileProblem } from '#ui/uploads/send-file.ts';
import type { FormUpload } from './form-upload.tsx';

type Dialog = (props: ComponentProps<typeof CropDialog>) => ReactNode;

/** Cropping of one picture. The original is kept, so that the crop can be changed or undone. */
export function useCrop({
  picture,
  uploadFile,
  onChange,
}: {
  picture: Picture;
  uploadFile: FormUpload['uploadFile'];
  /** Called with the picture before and after the crop. */
  onChange: (before: Picture, after: Picture) => void;
}): {
  /** Null if the picture cannot be cropped: an external or animated one. */
  readonly open: (() => void) | null;
  /** Null if there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  // A focal point refers to the picture as it is shown.
  const { crop, focus: _focus, ...shown } = picture;
  const original = crop?.original ?? picture.url;
  const undo = () => onChange(picture, { ...shown, url: original });
  const open = async () => {
    try {
      const loaded = await import('#ui/uploads/crop-dialog.tsx');
      setDialog(() => loaded.CropDialog);
    } catch {
      toast.error('Cropping could not be loaded. What you have typed is kept.', { action: RELOAD });
    }
  };
  const applyCrop = async (frame: Frame) => {
    setDialog(null);
    if (frame.width === 1 && frame.height === 1) return undo();
    try {
      const url = await uploadFile(await cropPicture(original, frame));
      if (url !== null) onChange(picture, { ...shown, url, crop: { original, ...frame } });
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      toast.error(error.message);
    }
  };
  return {
    open: isCroppable(original) ? () => void open() : null,
    undo: crop === undefined ? null : undo,
    dialog: Dialog !== null && (
      <Dialog
        picture={original}
        frame={crop ?? null}
        onCrop={(frame) => void applyCrop(frame)}
        onClose={() => setDialog(null)}
      />
    ),
  };
}

// The server stores only animated pictures as GIF or WebP. The pixels of external pictures cannot be read.
function isCroppable(address: string): boolean {
  return isOwnFile(address) && !/\.(?:gif|webp)$/i.test(address);
}
