import { IconPhoto } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { AltField } from '#newsletter/fields/alt-field.tsx';
import { useDroppedFiles, useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { PicturePreview } from '#newsletter/fields/picture-preview.tsx';
import { useAltPrompt } from '#newsletter/fields/use-alt-prompt.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';

function ImageForm({ value, onChange, problem, droppedFiles }: BlockFormProps<BlockValues['image']>) {
  const { upload, uploadFile } = useFormUpload('image');
  const latest = useLatest(value);
  const altPrompt = useAltPrompt();
  const replace = async (file: File) => {
    const isFirst = latest().url === '';
    // The user can describe the picture while it uploads.
    if (isFirst) altPrompt.prompt();
    const url = await uploadFile(file);
    if (url === null) return;
    // A new picture does not inherit 'decorative' from the one that it replaces.
    onChange({ url, alt: latest().alt || null });
    altPrompt.prompt(!isFirst && Boolean(latest().alt));
  };
  useDroppedFiles(droppedFiles, ([file]) => void replace(file));
  const isEmpty = value.url === '';
  return (
    <div className={classes.fields}>
      {isEmpty || (
        <PicturePreview
          picture={value}
          label="the image"
          uploadFile={uploadFile}
          onFile={(file) => void replace(file)}
          onChange={(before, after) => {
            if (latest().url === before.url) onChange({ ...after, alt: latest().alt });
          }}
        />
      )}
      <UploadField
        label={isEmpty ? 'Image' : 'Another image'}
        hint={isEmpty ? 'Large photos are made smaller for you. A copied picture can be pasted.' : undefined}
        kind="image"
        upload={upload}
        onFiles={([file]) => void replace(file)}
      />
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
      <AddressField url={value.url} problem={problem} onChange={(url) => onChange({ url, alt: value.alt })} />
    </div>
  );
}

export const imageEditor: BlockEditor<'image'> = {
  type: 'image',
  icon: IconPhoto,
  Form: ImageForm,
  accepts: { kind: 'image', maxFiles: 1 },
};
