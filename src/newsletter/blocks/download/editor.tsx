import { IconFileDownload } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { LineField } from '../../block-fields.tsx';
import { FileSource } from '../../file-source.tsx';

function DownloadForm({ value, onChange, reports }: BlockFormProps<'download'>) {
  return (
    <div className={styles.stack}>
      <LineField
        {...reports}
        path="name"
        label="Button text"
        placeholder="Autumn lunch menu"
        value={value.name}
        onText={(name) => onChange({ ...value, name })}
      />
      <FileSource
        {...reports}
        kind="document"
        label="File"
        url={value.url}
        preview={<p className={styles.caption}>{value.url.split('/').at(-1)}</p>}
        onFile={({ path, name }) =>
          onChange({ url: path, name: value.name === '' ? withoutExtension(name) : value.name })
        }
        onUrl={(url) => onChange({ ...value, url })}
      />
    </div>
  );
}

function withoutExtension(name: string): string {
  return name.replace(/\.[a-z0-9]{1,5}$/i, '');
}

/** The download's form: what the reader sees, and the file. */
export const downloadEditor: BlockEditor<'download'> = { icon: IconFileDownload, Form: DownloadForm };
