import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconArrowUp, IconCrop, IconTrash } from '@tabler/icons-react';
import { AltField } from '#newsletter/fields/alt-field.tsx';
import { FileDrop } from '#newsletter/fields/file-drop.tsx';
import type { FormUpload } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useCrop } from '#newsletter/fields/use-crop.tsx';
import type { Picture } from '#newsletter/values/picture.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** One picture of a group in the form: order, crop and alt text. A file dropped on it replaces it. */
export function GroupPicture({
  picture,
  index,
  uploadFile,
  problem,
  promptCount,
  isReplaced,
  onShape,
  onAlt,
  onPut,
  onFile,
  onForward,
  onRemove,
}: {
  picture: Picture;
  index: number;
  uploadFile: FormUpload['uploadFile'];
  problem: (path: string) => string | undefined;
  promptCount: number;
  isReplaced: boolean;
  /** Called with the picture's size in pixels once it is loaded. */
  onShape: (width: number, height: number) => void;
  onAlt: (alt: string | null) => void;
  onPut: (before: Picture, after: Picture) => void;
  onFile: (file: File) => void;
  onForward: () => void;
  onRemove: () => void;
}) {
  const crop = useCrop({ picture, uploadFile, onChange: onPut });
  const name = `image ${index + 1}`;
  return (
    <li>
      <FileDrop label={`Drop it to replace ${name}`} onFile={onFile}>
        <div className={classes.card}>
          <div className={classes.cardHead}>
            <img
              className={classes.thumb}
              src={picture.url}
              alt=""
              onLoad={({ currentTarget }) => onShape(currentTarget.naturalWidth, currentTarget.naturalHeight)}
            />
            <span className={classes.grow}>Image {index + 1}</span>
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
            {index > 0 && (
              <ActionIcon size={32} aria-label={`Move ${name} forward`} onClick={onForward}>
                <IconArrowUp {...icon} />
              </ActionIcon>
            )}
            <ActionIcon size={32} aria-label={`Remove ${name}`} onClick={onRemove}>
              <IconTrash {...icon} />
            </ActionIcon>
          </div>
          <AltField
            alt={picture.alt}
            path={`images.${index}.alt`}
            problem={problem}
            promptCount={promptCount}
            isReplaced={isReplaced}
            onChange={onAlt}
          />
        </div>
      </FileDrop>
      {crop.dialog}
    </li>
  );
}
