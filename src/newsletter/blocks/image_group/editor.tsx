import { IconLibraryPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import classes from '#newsletter/fields/forms.module.css';
import { useDroppedFiles, useNow, useOwnUpload } from '#newsletter/fields/own-upload.tsx';
import { useAsking } from '#newsletter/fields/use-asking.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { GROUP_MAX } from './block.ts';
import { GroupPicture } from './group-picture.tsx';

type Value = BlockValues['image_group'];
type Picture = Value['images'][number];

function ImageGroupForm({ value, onChange, problem, handed }: BlockFormProps<Value>) {
  const { upload, take } = useOwnUpload('image', true);
  const now = useNow(value);
  const asking = useAsking();
  const [asked, setAsked] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const ask = (url: string, isOther: boolean) => {
    setAsked(url);
    asking.ask(isOther);
  };
  // One after the other: each shows its progress, and one that fails or is cancelled does not stop the others.
  const add = async (files: readonly File[]) => {
    const room = GROUP_MAX - now().images.length;
    setLeftOut(Math.max(0, files.length - room));
    setRefused([]);
    for (const [index, file] of files.slice(0, room).entries()) {
      const url = await take(file, (message) =>
        setRefused((before) => [...new Set([...before, `${file.name}: ${message}`])]),
      );
      if (url === null) continue;
      onChange({ images: [...now().images, { url }].slice(0, GROUP_MAX) });
      if (index === 0) ask(url, false);
    }
  };
  // By its address: while a file is on its way, the others may have moved.
  const put = (address: string, make: (now: Picture) => Picture) => {
    const { images } = now();
    const index = images.findIndex(({ url }) => url === address);
    const picture = images[index];
    if (picture !== undefined) onChange({ images: images.with(index, make(picture)) });
  };
  const replace = async ({ url: before }: Picture, file: File) => {
    const url = await take(file);
    if (url === null) return;
    put(before, ({ alt }) => ({ url, alt: alt || null }));
    ask(url, Boolean(now().images.find((image) => image.url === before)?.alt));
  };
  useDroppedFiles(handed, (files) => void add(files));
  const set = (images: Value['images']) => onChange({ images });
  const isFull = value.images.length >= GROUP_MAX;
  return (
    <div className={classes.fields}>
      {value.images.length > 0 && (
        <ul className={classes.rows} aria-label="Images">
          {value.images.map((image, index) => (
            <GroupPicture
              key={image.crop?.original ?? image.url}
              picture={image}
              index={index}
              take={take}
              problem={problem}
              asks={asked === image.url ? asking.asks : 0}
              isOther={asked === image.url && asking.isOther}
              onAlt={(alt) => {
                asking.answered();
                set(value.images.with(index, { ...image, alt }));
              }}
              onPut={(before, after) => put(before.url, ({ alt }) => ({ ...after, alt }))}
              onFile={(file) => void replace(image, file)}
              onForward={() => set(movedForward(value.images, index))}
              onRemove={() => set(value.images.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      <UploadField
        label="Images"
        hint={`Max ${GROUP_MAX} files`}
        kind="image"
        multiple
        upload={upload}
        isFull={isFull}
        dropText="or drag up to four here"
        error={problem('images')}
        onFiles={(files) => void add(files)}
      />
      {refused.length > 0 && (
        <ul className={classes.refused} role="alert">
          {refused.map((words) => (
            <li key={words} className="mantine-InputWrapper-error">
              {words}
            </li>
          ))}
        </ul>
      )}
      {leftOut > 0 && (
        <p className={classes.note} role="status">
          {leftOut === 1 ? 'One image was' : `${leftOut} images were`} left out: a group has room for{' '}
          {GROUP_MAX}.
        </p>
      )}
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
  takes: { kind: 'image', most: GROUP_MAX },
};
