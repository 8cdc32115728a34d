import { TextInput } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import type { BlockValues } from '../../document.ts';
import { isOwnFile } from '../../url.ts';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { useNow, useOwnUpload } from '../own-upload.tsx';
import { extensionOf } from './block.ts';

function DownloadForm({ value, onChange, problem }: BlockFormProps<BlockValues['download']>) {
  const { upload, take } = useOwnUpload('document');
  const now = useNow(value);
  const replace = async (file: File) => {
    const url = await take(file);
    if (url === null) return;
    // What the file is called is a good beginning for what the button says.
    onChange({ url, name: now().name || file.name.replace(/\.[^.]+$/, '') });
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
        onFiles={([file]) => void replace(file)}
      />
      <TextInput
        label="Or its address"
        type="url"
        inputMode="url"
        placeholder="https://"
        data-path="url"
        value={isOwnFile(value.url) ? '' : value.url}
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
