import { ActionIcon } from '@mantine/core';
import { IconArrowUp, IconLibraryPhoto, IconTrash } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import type { BlockValues } from '../../document.ts';
import { AltField } from '../alt-field.tsx';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { useNow, useOwnUpload } from '../own-upload.tsx';
import { GROUP_MAX } from './block.ts';

type Value = BlockValues['image_group'];

function ImageGroupForm({ value, onChange, problem }: BlockFormProps<Value>) {
  const { upload, take } = useOwnUpload('image');
  const now = useNow(value);
  // One after the other: each shows its progress, and a failure stops there.
  const add = async (files: readonly File[]) => {
    for (const file of files.slice(0, GROUP_MAX - value.images.length)) {
      const url = await take(file);
      if (url === null) return;
      onChange({ images: [...now().images, { url }].slice(0, GROUP_MAX) });
    }
  };
  const set = (images: Value['images']) => onChange({ images });
  return (
    <div className={classes.fields}>
      {value.images.length > 0 && (
        <ul className={classes.rows} aria-label="Images">
          {value.images.map((image, index) => (
            <li key={image.url} className={classes.card}>
              <div className={classes.cardHead}>
                <img className={classes.thumb} src={image.url} alt="" />
                <span className={classes.grow}>Image {index + 1}</span>
                {index > 0 && (
                  <ActionIcon
                    size={32}
                    aria-label={`Move image ${index + 1} forward`}
                    onClick={() => set(movedForward(value.images, index))}
                  >
                    <IconArrowUp size={18} stroke={1.75} aria-hidden="true" />
                  </ActionIcon>
                )}
                <ActionIcon
                  size={32}
                  aria-label={`Remove image ${index + 1}`}
                  onClick={() => set(value.images.toSpliced(index, 1))}
                >
                  <IconTrash size={18} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </div>
              <AltField
                alt={image.alt}
                path={`images.${index}.alt`}
                problem={problem}
                onChange={(alt) => set(value.images.with(index, { ...image, alt }))}
              />
            </li>
          ))}
        </ul>
      )}
      {value.images.length < GROUP_MAX && (
        <UploadField
          label="Images"
          hint={`Max ${GROUP_MAX} files`}
          kind="image"
          multiple
          upload={upload}
          dropText="or drag up to four here"
          error={problem('images')}
          onFiles={(files) => void add(files)}
        />
      )}
      {value.images.length >= GROUP_MAX && <p className={classes.note}>Max {GROUP_MAX} files</p>}
    </div>
  );
}

function movedForward(images: Value['images'], index: number): Value['images'] {
  const image = images[index];
  return image === undefined ? images : images.toSpliced(index, 1).toSpliced(index - 1, 0, image);
}

export const imageGroupEditor: BlockEditor<'image_group'> = {
  type: 'image_group',
  icon: IconLibraryPhoto,
  Form: ImageGroupForm,
};
