import { IconPhoto } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { AltField } from '#newsletter/fields/alt-field.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useDroppedFiles, useNow, useOwnUpload } from '#newsletter/fields/own-upload.tsx';
import { PicturePreview } from '#newsletter/fields/picture-preview.tsx';
import { useAsking } from '#newsletter/fields/use-asking.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';

function ImageForm({ value, onChange, problem, handed }: BlockFormProps<BlockValues['image']>) {
  const { upload, take } = useOwnUpload('image');
  const now = useNow(value);
  const asking = useAsking();
  const replace = async (file: File) => {
    const isFirst = now().url === '';
    // While it is on its way there is time for its words.
    if (isFirst) asking.ask();
    const url = await take(file);
    if (url === null) return;
    // Another picture is not decorative only because the one before was.
    onChange({ url, alt: now().alt || null });
    asking.ask(!isFirst && Boolean(now().alt));
  };
  useDroppedFiles(handed, ([file]) => void replace(file));
  const isEmpty = value.url === '';
  return (
    <div className={classes.fields}>
      {isEmpty || (
        <PicturePreview
          picture={value}
          label="the image"
          take={take}
          onFile={(file) => void replace(file)}
          onChange={(before, after) => {
            if (now().url === before.url) onChange({ ...after, alt: now().alt });
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
        asks={asking.asks}
        isOther={asking.isOther}
        onChange={(alt) => {
          asking.answered();
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
  takes: { kind: 'image', most: 1 },
};
