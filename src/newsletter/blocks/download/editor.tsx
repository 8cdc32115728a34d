import { TextInput } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import { useUpload } from '#web/kit/use-upload.ts';
import type { BlockValues } from '../../document.ts';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { ownFilePath } from '../own-file.ts';
import { extensionOf } from './block.ts';

function DownloadForm({ value, onChange, problem }: BlockFormProps<BlockValues['download']>) {
  const upload = useUpload('document');
  const take = async (file: File) => {
    const stored = await upload.start(file);
    if (stored === null) return;
    const url = ownFilePath(stored.url, window.location.origin);
    // What the file is called is a good beginning for what the button says.
    onChange({ url, name: value.name === '' ? file.name.replace(/\.[^.]+$/, '') : value.name });
  };
  return (
    <div className={classes.fields}>
      <TextInput
        label="Button text"
        data-path="name"
        value={value.name}
        error={problem('name')}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      {value.url !== '' && (
        <p className={classes.note}>
          File: <strong>{extensionOf(value.url).toUpperCase() || 'chosen'}</strong>
        </p>
      )}
      <UploadField
        label={value.url === '' ? 'File' : 'Another file'}
        hint="PDF, Word, Excel, PowerPoint or text, up to 25 MB"
        kind="document"
        upload={upload}
        error={problem('url')}
        onFiles={([file]) => void take(file)}
      />
      <TextInput
        label="Or its address"
        type="url"
        inputMode="url"
        placeholder="https://"
        data-path="url"
        value={value.url}
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value })}
      />
    </div>
  );
}

export const downloadEditor: BlockEditor<'download'> = {
  type: 'download',
  icon: IconFileDownload,
  Form: DownloadForm,
};
