import { useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { type Arrangement, ArrangementCards } from '#newsletter/fields/arrangement-cards.tsx';
import { CaptionField } from '#newsletter/fields/caption-field.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { PhotoStrip } from '#newsletter/fields/photo-strip.tsx';
import { withFocus } from '#newsletter/values/picture.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { uploadRefusal } from '#ui/uploads/upload-file.ts';
import { UploadProgress } from '#ui/uploads/upload-progress.tsx';
import { GROUP_MAX } from './block.ts';
import { GroupPictureTools } from './group-picture.tsx';
import { type Pattern, patternsFor } from './patterns.ts';
import { useGroupPictures } from './use-group-pictures.tsx';

type Value = BlockValues['image_group'];

export function ImageGroupForm({ value, onChange, problem, photos }: BlockFormProps<Value>) {
  const { upload, uploadFile, prompted, update, replace, put, measure } = useGroupPictures({
    value,
    onChange,
  });
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = (files: readonly File[]) => {
    const { pictures, refusals } = sortedOut(files);
    setRefused(refusals);
    if (pictures.length > 0) photos.add(pictures);
  };
  const set = (images: Value['images']) => onChange({ ...value, images });
  const arriving = photos.described.filter(({ arrival, path }) => arrival !== null && path !== null).length;
  const isFull = value.images.length + arriving >= GROUP_MAX;
  return (
    <div className={classes.fields}>
      {photos.described.length > 0 && (
        <PhotoStrip
          photos={photos.described}
          problem={problem}
          prompted={prompted}
          onFile={(own, file) => {
            const image = value.images[own];
            if (image !== undefined) void replace(image, file);
          }}
          onShape={(own, width, height) => measure(value.images[own]?.url ?? '', width, height)}
          tools={(own, name) => {
            const image = value.images[own];
            return (
              image !== undefined && (
                <GroupPictureTools
                  picture={image}
                  name={name}
                  isFirst={own === 0}
                  uploadFile={uploadFile}
                  onPut={put}
                  onFocus={(focus) => update(image.url, (picture) => withFocus(picture, focus))}
                  onForward={() => set(movedForward(value.images, own))}
                  onRemove={() => set(value.images.toSpliced(own, 1))}
                />
              )
            );
          }}
        />
      )}
      <div data-path="images" data-needed="An image">
        <UploadField
          label="Images"
          hint={`Max ${GROUP_MAX} files`}
          kind="image"
          multiple
          isFull={isFull}
          dropText="or drag them here"
          error={problem('images')}
          onFiles={add}
        />
      </div>
      <UploadProgress upload={upload} />
      <Refusals messages={refused} />
      <PatternField value={value} onChange={onChange} />
      <CaptionField
        caption={value.caption}
        place="below the group"
        problem={problem}
        onChange={(caption) => onChange({ ...value, caption })}
      />
    </div>
  );
}

/** The pictures among the files, and why the others are refused. */
function sortedOut(files: readonly File[]) {
  const reasons = files.map((file) => uploadRefusal(file, 'image'));
  const refusals = files.flatMap(({ name }, index) => (reasons[index] ? `${name}: ${reasons[index]}` : []));
  return { pictures: files.filter((_, index) => reasons[index] === null), refusals: [...new Set(refusals)] };
}

function Refusals({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <ul className={classes.refused} role="alert">
      {messages.map((message) => (
        <li key={message} className="mantine-InputWrapper-error">
          {message}
        </li>
      ))}
    </ul>
  );
}

const DRAWINGS: Readonly<Record<Pattern, Omit<Arrangement<Pattern>, 'id'>>> = {
  one_and_two: {
    label: 'One large and two',
    pictures: [
      [0, 1, 23, 22],
      [25, 1, 11, 10],
      [25, 13, 11, 10],
    ],
  },
  three: {
    label: 'Three across',
    pictures: [
      [0, 6, 10.7, 12],
      [12.7, 6, 10.7, 12],
      [25.3, 6, 10.7, 12],
    ],
  },
  two: {
    label: 'Two',
    pictures: [
      [0, 5, 17, 14],
      [19, 5, 17, 14],
    ],
  },
  four: {
    label: 'Four',
    pictures: [
      [2, 0, 15, 11],
      [19, 0, 15, 11],
      [2, 13, 15, 11],
      [19, 13, 15, 11],
    ],
  },
};
// The only arrangement from before patterns existed.
const ONE_ABOVE_TWO = {
  id: 'above',
  label: 'One above two',
  pictures: [
    [2, 0, 32, 13],
    [2, 15, 15, 9],
    [19, 15, 15, 9],
  ],
} as const satisfies Arrangement<'above'>;

/** The choice of patterns for the number of pictures. */
function PatternField({ value, onChange }: { value: Value; onChange: (value: Value) => void }) {
  const fitting = patternsFor(value.images.length);
  const [only] = fitting;
  if (only === undefined) return null;
  const chosen = fitting.find((pattern) => pattern === value.pattern);
  const drawn = fitting.map((id) => ({ id, ...DRAWINGS[id] }));
  const choices: readonly Arrangement<Pattern | 'above'>[] =
    fitting.length > 1 ? [...drawn, ONE_ABOVE_TWO] : drawn;
  return (
    <ArrangementCards
      legend="Pattern"
      choices={choices}
      chosen={chosen ?? (fitting.length > 1 ? 'above' : only)}
      onChange={(id) => onChange(id === 'above' ? withoutPattern(value) : { ...value, pattern: id })}
    />
  );
}

function withoutPattern({ pattern: _pattern, ...kept }: Value): Value {
  return kept;
}

function movedForward(images: Value['images'], index: number): Value['images'] {
  const image = images[index];
  return image === undefined ? images : images.toSpliced(index, 1).toSpliced(index - 1, 0, image);
}
