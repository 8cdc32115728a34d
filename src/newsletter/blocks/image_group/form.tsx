import { useRef, useState } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { type Arrangement, ArrangementCards } from '#newsletter/fields/arrangement-cards.tsx';
import { CaptionField } from '#newsletter/fields/caption-field.tsx';
import { useDroppedFiles, useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useAltPrompt } from '#newsletter/fields/use-alt-prompt.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { GROUP_MAX } from './block.ts';
import { GroupPicture } from './group-picture.tsx';
import { isTallShape, type Pattern, patternsFor, suggestedPattern } from './patterns.ts';

type Value = BlockValues['image_group'];
type Picture = Value['images'][number];

export function ImageGroupForm({ value, onChange, problem, droppedFiles }: BlockFormProps<Value>) {
  const { upload, uploadFile } = useFormUpload('image', true);
  const latest = useLatest(value);
  const altPrompt = useAltPrompt();
  const [promptedUrl, setPromptedUrl] = useState<string | null>(null);
  const [tooMany, setTooMany] = useState(0);
  const [errors, setErrors] = useState<readonly string[]>([]);
  // The pictures that this form has put in: only their shapes are stored, so that to open a form changes nothing.
  const fresh = useRef(new Set<string>());
  const ask = (url: string, isReplaced: boolean) => {
    setPromptedUrl(url);
    altPrompt.prompt(isReplaced);
  };
  // Uploaded one by one: each shows its progress, and a failed or cancelled one does not stop the others.
  const add = async (files: readonly File[]) => {
    const room = GROUP_MAX - latest().images.length;
    setTooMany(Math.max(0, files.length - room));
    setErrors([]);
    for (const [index, file] of files.slice(0, room).entries()) {
      const url = await uploadFile(file, (message) =>
        setErrors((before) => [...new Set([...before, `${file.name}: ${message}`])]),
      );
      if (url === null) continue;
      fresh.current.add(url);
      onChange({ ...latest(), images: [...latest().images, { url }].slice(0, GROUP_MAX) });
      if (index === 0) ask(url, false);
    }
  };
  // Found by URL: the pictures may be reordered during an upload.
  const update = (address: string, change: (picture: Picture) => Picture) => {
    const { images } = latest();
    const index = images.findIndex(({ url }) => url === address);
    const picture = images[index];
    if (picture !== undefined) onChange({ ...latest(), images: images.with(index, change(picture)) });
  };
  const replace = async ({ url: before }: Picture, file: File) => {
    const url = await uploadFile(file);
    if (url === null) return;
    fresh.current.add(url);
    update(before, ({ alt }) => ({ url, alt: alt || null }));
    ask(url, Boolean(latest().images.find((image) => image.url === before)?.alt));
  };
  const measure = (address: string, isTall: boolean) => {
    if (!fresh.current.delete(address)) return;
    const images = latest().images.map(({ isTall: before, ...kept }): Picture => {
      const is = kept.url === address ? isTall : before === true;
      return is ? { ...kept, isTall: is } : kept;
    });
    const pattern = latest().pattern ?? suggestedPattern(images);
    onChange({ ...latest(), images, ...(pattern && { pattern }) });
  };
  useDroppedFiles(droppedFiles, (files) => void add(files));
  const set = (images: Value['images']) => onChange({ ...value, images });
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
              uploadFile={uploadFile}
              problem={problem}
              promptCount={promptedUrl === image.url ? altPrompt.promptCount : 0}
              isReplaced={promptedUrl === image.url && altPrompt.isReplaced}
              onAlt={(alt) => {
                altPrompt.clear();
                set(value.images.with(index, { ...image, alt }));
              }}
              onShape={(width, height) => measure(image.url, isTallShape(width, height))}
              onPut={(before, after) => {
                fresh.current.add(after.url);
                update(before.url, ({ alt }) => ({ ...after, alt }));
              }}
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
      {errors.length > 0 && (
        <ul className={classes.refused} role="alert">
          {errors.map((message) => (
            <li key={message} className="mantine-InputWrapper-error">
              {message}
            </li>
          ))}
        </ul>
      )}
      {tooMany > 0 && (
        <p className={classes.note} role="status">
          {tooMany === 1 ? 'One image was' : `${tooMany} images were`} left out: a group has room for{' '}
          {GROUP_MAX}.
        </p>
      )}
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
// What there was before there were patterns.
const ONE_ABOVE_TWO = {
  id: 'above',
  label: 'One above two',
  pictures: [
    [2, 0, 32, 13],
    [2, 15, 15, 9],
    [19, 15, 15, 9],
  ],
} as const satisfies Arrangement<'above'>;

/** The patterns for as many pictures as there are. */
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
