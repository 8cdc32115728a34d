import { TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import { useUpload } from '#web/kit/use-upload.ts';
import type { BlockValues } from '../../document.ts';
import { AltField } from '../alt-field.tsx';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { ownFilePath } from '../own-file.ts';

function ImageForm({ value, onChange, problem }: BlockFormProps<BlockValues['image']>) {
  const upload = useUpload('image');
  const take = async (file: File) => {
    const stored = await upload.start(file);
    if (stored !== null) onChange({ ...value, url: ownFilePath(stored.url, window.location.origin) });
  };
  return (
    <div className={classes.fields}>
      {value.url !== '' && <img className={classes.preview} src={value.url} alt="" />}
      <UploadField
        label={value.url === '' ? 'Image' : 'Another image'}
        kind="image"
        upload={upload}
        onFiles={([file]) => void take(file)}
      />
      <TextInput
        label="Or its address"
        type="url"
        inputMode="url"
        placeholder="https://"
        data-path="url"
        value={value.url}
        error={problem('url')}
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
      />
      <AltField alt={value.alt} path="alt" problem={problem} onChange={(alt) => onChange({ ...value, alt })} />
    </div>
  );
}

export const imageEditor: BlockEditor<'image'> = { type: 'image', icon: IconPhoto, Form: ImageForm };
