import { TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import type { BlockValues } from '../../document.ts';
import { isOwnFile } from '../../url.ts';
import { AltField } from '../alt-field.tsx';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { useNow, useOwnUpload } from '../own-upload.tsx';

function ImageForm({ value, onChange, problem }: BlockFormProps<BlockValues['image']>) {
  const { upload, take } = useOwnUpload('image');
  const now = useNow(value);
  const replace = async (file: File) => {
    const url = await take(file);
    if (url !== null) onChange({ ...now(), url });
  };
  return (
    <div className={classes.fields}>
      {value.url !== '' && <img className={classes.preview} src={value.url} alt="" />}
      <UploadField
        label={value.url === '' ? 'Image' : 'Another image'}
        kind="image"
        upload={upload}
        onFiles={([file]) => void replace(file)}
      />
      <TextInput
        label="Or its address"
        type="url"
        inputMode="url"
        placeholder="https://"
        data-path="url"
        value={isOwnFile(value.url) ? '' : value.url}
        error={problem('url')}
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
      />
      <AltField
        alt={value.alt}
        path="alt"
        problem={problem}
        onChange={(alt) => onChange({ ...value, alt })}
      />
    </div>
  );
}

export const imageEditor: BlockEditor<'image'> = { type: 'image', icon: IconPhoto, Form: ImageForm };
