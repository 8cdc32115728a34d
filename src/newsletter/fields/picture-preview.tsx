import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCrop } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import type { Picture } from '#newsletter/values/picture.ts';
import { smallPictureNote } from '#newsletter/values/small-picture.ts';
import { FileDrop } from './file-drop.tsx';
import { FocalPointField } from './focal-point-field.tsx';
import type { FormUpload } from './form-upload.tsx';
import classes from './forms.module.css';
import { useCrop } from './use-crop.tsx';

/** A picture in a form. It has a focal point and can be cropped; a file dropped on it replaces it. */
export function PicturePreview({
  picture,
  label,
  uploadFile,
  onFile,
  onChange,
  onFocus,
}: {
  picture: Picture;
  /** Names the picture in the buttons' labels. */
  label: string;
  uploadFile: FormUpload['uploadFile'];
  onFile: (file: File) => void;
  onChange: (before: Picture, after: Picture) => void;
  onFocus: (focus: Picture['focus']) => void;
}) {
  const [failed, setFailed] = useState<string | null>(null);
  const [width, setWidth] = useState(0);
  const problem =
    failed === picture.url ? 'No picture can be loaded from this address.' : smallPictureNote(width);
  const crop = useCrop({ picture, uploadFile, onChange });
  return (
    <div className={classes.picture}>
      <FileDrop label="Drop it to replace this one" onFile={onFile}>
        <FocalPointField
          address={picture.url}
          name={label}
          focus={picture.focus}
          onChange={onFocus}
          onLoad={(event) => {
            if (event.target instanceof HTMLImageElement) setWidth(event.target.naturalWidth);
            keepFocusedFieldVisible(event);
          }}
          onError={() => setFailed(picture.url)}
        />
      </FileDrop>
      {problem !== null && (
        <p className={classes.note} role="status">
          {problem}
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

// A loaded picture pushes the fields below it down, and the user may be typing in one.
function keepFocusedFieldVisible({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const { activeElement } = document;
  if (currentTarget.closest('form')?.contains(activeElement))
    activeElement?.scrollIntoView({ block: 'nearest' });
}
