import { Checkbox } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AltField } from '#newsletter/fields/alt-field.tsx';
import { type Arrangement, ArrangementCards } from '#newsletter/fields/arrangement-cards.tsx';
import { ArrivalNote } from '#newsletter/fields/arrival-note.tsx';
import { CaptionField } from '#newsletter/fields/caption-field.tsx';
import { useDroppedFiles, useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { PicturePreview } from '#newsletter/fields/picture-preview.tsx';
import { useAltPrompt } from '#newsletter/fields/use-alt-prompt.tsx';
import { RichTextField } from '#newsletter/rich-text/editor/rich-text-field.tsx';
import { withFocus } from '#newsletter/values/picture.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { canBeCut, type IMAGE_SIZES } from './block.ts';

type Value = BlockValues['image'];

const SIZES: readonly Arrangement<(typeof IMAGE_SIZES)[number]>[] = [
  { id: 'full', label: 'Full', pictures: [[0, 1, 36, 22]] },
  { id: 'half', label: 'Half', pictures: [[0, 6, 18, 12]] },
  {
    id: 'beside',
    label: 'Beside text',
    pictures: [[0, 6, 17, 12]],
    words: [
      [20, 6, 16, 2],
      [20, 11, 16, 2],
      [20, 16, 10, 2],
    ],
  },
];

export function ImageForm({ value, onChange, problem, droppedFiles, photos }: BlockFormProps<Value>) {
  const { upload, uploadFile, latest, altPrompt, replace } = usePictureFile(value, onChange);
  useDroppedFiles(droppedFiles, ([file]) => void replace(file));
  const arrival = photos.described.find((photo) => photo.path !== null)?.arrival ?? null;
  return (
    <div className={classes.fields}>
      {value.url !== '' && (
        <PicturePreview
          picture={value}
          label="the image"
          onFocus={(focus) => onChange(withFocus(value, focus))}
          uploadFile={uploadFile}
          onFile={(file) => void replace(file)}
          onChange={(before, after) => {
            if (latest().url === before.url)
              onChange({ ...withoutPicture(latest()), ...after, alt: latest().alt });
          }}
        />
      )}
      <div data-path="url">
        <ChoosePicture
          isEmpty={value.url === ''}
          isFull={arrival !== null}
          upload={upload}
          error={problem('url')}
          onFile={(file) => void replace(file)}
          onSeveral={photos.add}
        />
        {arrival !== null && <ArrivalNote arrival={arrival} />}
      </div>
      <AltField
        alt={value.alt}
        path="alt"
        problem={problem}
        promptCount={altPrompt.promptCount}
        isReplaced={altPrompt.isReplaced}
        onChange={(alt) => {
          altPrompt.clear();
          onChange({ ...value, alt });
        }}
      />
      <CaptionField
        caption={value.caption}
        place="below the picture"
        problem={problem}
        onChange={(caption) => onChange({ ...value, caption })}
      />
      <ArrangementCards
        legend="Size"
        choices={SIZES}
        chosen={value.size ?? 'full'}
        onChange={(size) => onChange({ ...value, size })}
      />
      {canBeCut(value) && (
        <Checkbox
          label="Show all of it"
          description="A tall photo is cut otherwise, at a height of 5 to a width of 4"
          checked={value.whole === true}
          onChange={(change) => onChange({ ...value, whole: change.currentTarget.checked || undefined })}
        />
      )}
      {value.size === 'beside' && (
        <RichTextField
          label="Text"
          path="html"
          value={value.html ?? ''}
          error={problem('html')}
          onChange={(html) => onChange({ ...value, html })}
        />
      )}
    </div>
  );
}

/** Replaces the picture by a file, and asks for its description meanwhile. */
function usePictureFile(value: Value, onChange: (value: Value) => void) {
  const { upload, uploadFile } = useFormUpload('image');
  const latest = useLatest(value);
  const altPrompt = useAltPrompt();
  const replace = async (file: File) => {
    const isFirst = latest().url === '';
    // The user can describe the picture while it uploads.
    if (isFirst) altPrompt.prompt();
    const url = await uploadFile(file);
    if (url === null) return;
    // A new picture does not inherit 'decorative' from the one that it replaces. Pictures from
    // before sizes existed keep their shape.
    const size = isFirst ? ({ size: 'full' } as const) : {};
    onChange({ ...size, ...withoutPicture(latest()), url, alt: latest().alt || null });
    altPrompt.prompt(!isFirst && Boolean(latest().alt));
  };
  return { upload, uploadFile, latest, altPrompt, replace };
}

function ChoosePicture({
  isEmpty,
  onFile,
  onSeveral,
  ...field
}: {
  isEmpty: boolean;
  onFile: (file: File) => void;
  onSeveral: (files: readonly File[]) => void;
} & Pick<ComponentProps<typeof UploadField>, 'isFull' | 'upload' | 'error'>) {
  return (
    <UploadField
      {...field}
      label={isEmpty ? 'Image' : 'Another image'}
      hint={
        isEmpty
          ? 'One photo, or several at once: they become groups. Large ones are made smaller for you.'
          : undefined
      }
      kind="image"
      multiple={isEmpty}
      onFiles={([file, ...others]) => {
        if (others.length > 0) onSeveral([file, ...others]);
        else onFile(file);
      }}
    />
  );
}

/** The part of a value that remains when another picture is chosen. */
function withoutPicture({ url: _url, alt: _alt, crop: _crop, focus: _focus, whole: _whole, ...kept }: Value) {
  return kept;
}
