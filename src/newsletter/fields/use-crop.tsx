import { type ComponentProps, type ReactNode, useState } from 'react';
import type { Picture } from '#newsletter/values/picture.ts';
import { isOwnFile } from '#newsletter/values/url.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { CropDialog } from '#ui/uploads/crop-dialog.tsx';
import { cutPicture, type Frame } from '#ui/uploads/cut-picture.ts';
import { FileProblem } from '#ui/uploads/send-file.ts';
import type { OwnUpload } from './own-upload.tsx';

type Dialog = (props: ComponentProps<typeof CropDialog>) => ReactNode;

/** Cropping of one picture. The whole picture is kept, so that it can be cropped again or had back. */
export function useCrop({
  picture,
  take,
  onChange,
}: {
  picture: Picture;
  take: OwnUpload['take'];
  /** Is given the picture that was cropped and what has become of it. */
  onChange: (before: Picture, after: Picture) => void;
}): {
  /** Null where this picture cannot be cropped: one on another site, one that moves. */
  readonly open: (() => void) | null;
  /** Null where there is nothing to undo. */
  readonly undo: (() => void) | null;
  readonly dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  const { crop, ...shown } = picture;
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
  const cut = async (frame: Frame) => {
    setDialog(null);
    if (frame.width === 1 && frame.height === 1) return undo();
    try {
      const url = await take(await cutPicture(original, frame));
      if (url !== null) onChange(picture, { ...shown, url, crop: { original, ...frame } });
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      toast.error(error.message);
    }
  };
  return {
    open: isStill(original) ? () => void open() : null,
    undo: crop === undefined ? null : undo,
    dialog: Dialog !== null && (
      <Dialog
        picture={original}
        frame={crop ?? null}
        onCrop={(frame) => void cut(frame)}
        onClose={() => setDialog(null)}
      />
    ),
  };
}

// The server keeps as GIF and WebP only what moves. A picture on another site may be shown, but not read.
function isStill(address: string): boolean {
  return isOwnFile(address) && !/\.(?:gif|webp)$/i.test(address);
}
