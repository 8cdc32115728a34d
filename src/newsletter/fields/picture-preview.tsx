import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCrop } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import type { Picture } from '#newsletter/values/picture.ts';
import { FileDrop } from './file-drop.tsx';
import classes from './forms.module.css';
import type { OwnUpload } from './own-upload.tsx';
import { useCrop } from './use-crop.tsx';

/** A picture in its form: shown, replaced by what is dropped on it, and cropped. */
export function PicturePreview({
  picture,
  label,
  take,
  onFile,
  onChange,
}: {
  picture: Picture;
  /** Which one it is, for the names of the buttons. */
  label: string;
  take: OwnUpload['take'];
  onFile: (file: File) => void;
  onChange: (before: Picture, after: Picture) => void;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const crop = useCrop({ picture, take, onChange });
  return (
    <div className={classes.picture}>
      <FileDrop words="Drop it to replace this one" onFile={onFile}>
        <img
          className={classes.preview}
          src={picture.url}
          alt=""
          onLoad={keepFieldInSight}
          onError={() => setFailed(picture.url)}
        />
      </FileDrop>
      {failed === picture.url && (
        <p className={classes.note} role="status">
          No picture can be loaded from this address.
        </p>
      )}
      {(crop.open !== null || crop.undo !== null) && (
        <div className={classes.tools}>
          {crop.open !== null && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconCrop size={18} stroke={1.75} aria-hidden="true" />}
              aria-label={`Crop ${label}`}
              onClick={crop.open}
            >
              Crop
            </Button>
          )}
          {crop.undo !== null && (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
              aria-label={`Undo crop of ${label}`}
              onClick={crop.undo}
            >
              Undo crop
            </Button>
          )}
        </div>
      )}
      {crop.dialog}
    </div>
  );
}

// The picture has pushed the field for its words down, in which somebody is writing meanwhile.
function keepFieldInSight({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const { activeElement } = document;
  if (currentTarget.closest('form')?.contains(activeElement))
    activeElement?.scrollIntoView({ block: 'nearest' });
}
