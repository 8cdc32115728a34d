import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowUp, IconCrop, IconFocus2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { FocalPointField } from '#newsletter/fields/focal-point-field.tsx';
import type { FormUpload } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useCrop } from '#newsletter/fields/use-crop.tsx';
import type { Picture } from '#newsletter/values/picture.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The buttons of one picture of a group: focal point, crop, order, removal. */
export function GroupPictureTools({
  picture,
  name,
  isFirst,
  uploadFile,
  onPut,
  onFocus,
  onForward,
  onRemove,
}: {
  picture: Picture;
  /** Names the picture in the buttons' labels: 'image 2'. */
  name: string;
  isFirst: boolean;
  uploadFile: FormUpload['uploadFile'];
  onPut: (before: Picture, after: Picture) => void;
  onFocus: (focus: Picture['focus']) => void;
  onForward: () => void;
  onRemove: () => void;
}) {
  const crop = useCrop({ picture, uploadFile, onChange: onPut });
  const [isPointing, setPointing] = useState(false);
  return (
    <>
      <ActionIcon
        size={32}
        aria-label={`Focal point of ${name}`}
        aria-expanded={isPointing}
        onClick={() => setPointing(!isPointing)}
      >
        <IconFocus2 {...icon} />
      </ActionIcon>
      {crop.undo !== null && (
        <ActionIcon size={32} aria-label={`Undo crop of ${name}`} onClick={crop.undo}>
          <IconArrowBackUp {...icon} />
        </ActionIcon>
      )}
      {crop.open !== null && (
        <ActionIcon size={32} aria-label={`Crop ${name}`} onClick={crop.open}>
          <IconCrop {...icon} />
        </ActionIcon>
      )}
      {isFirst || (
        <ActionIcon size={32} aria-label={`Move ${name} forward`} onClick={onForward}>
          <IconArrowUp {...icon} />
        </ActionIcon>
      )}
      <ActionIcon size={32} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash {...icon} />
      </ActionIcon>
      {isPointing && (
        <div className={classes.whole}>
          <FocalPointField address={picture.url} name={name} focus={picture.focus} onChange={onFocus} />
        </div>
      )}
      {crop.dialog}
    </>
  );
}
