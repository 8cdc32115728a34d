import { useState } from 'react';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import classes from './crop-dialog.module.css';
import { CropForm } from './crop-form.tsx';
import type { Frame } from './crop-picture.ts';

/** A dialog to crop a picture: shape, position (by dragging, arrow keys or buttons) and zoom. */
export function CropDialog({
  picture,
  frame,
  onCrop,
  onClose,
}: {
  /** The URL of the original picture. */
  picture: string;
  /** The current crop; null if there is none. */
  frame: Frame | null;
  onCrop: (frame: Frame) => void;
  onClose: () => void;
}) {
  const [originalAspect, setOriginalAspect] = useState<number | null>(null);
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Crop image"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {originalAspect === null ? (
        <img
          className={classes.measured}
          src={picture}
          alt=""
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setOriginalAspect(naturalWidth / naturalHeight)
          }
        />
      ) : (
        <CropForm
          picture={picture}
          originalAspect={originalAspect}
          frame={frame}
          onCrop={onCrop}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
