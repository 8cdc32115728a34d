import { TextInput } from '@mantine/core';
import { IconFile, IconFileDownload, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { FileDrop } from '#newsletter/fields/file-drop.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useDroppedFiles, useNow, useOwnUpload } from '#newsletter/fields/own-upload.tsx';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { extensionOf, iconOf } from './block.ts';

function DownloadForm({ value, onChange, problem, handed }: BlockFormProps<BlockValues['download']>) {
  const { upload, take } = useOwnUpload('download');
  const now = useNow(value);
  const Icon = FILE_ICONS[iconOf(value.url)];
  const replace = async (file: File) => {
    const url = await take(file);
    if (url === null) return;
    // What the file is called is a good beginning for what the button says.
    onChange({ url, name: now().name || file.name.replace(/\.[^.]+$/, '') });
  };
  useDroppedFiles(handed, ([file]) => void replace(file));
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
        <FileDrop words="Drop it to replace this one" onFile={(file) => void replace(file)}>
          <a className={classes.file} href={value.url} target="_blank" rel="noreferrer">
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span>Open the file</span>
            <span className={classes.note}>{extensionOf(value.url).toUpperCase()}</span>
          </a>
        </FileDrop>
      )}
      <UploadField
        label={value.url === '' ? 'File' : 'Another file'}
        hint="PDF, Word, Excel, PowerPoint or text, up to 25 MB; a picture, up to 15 MB. Author and title are taken out, comments stay. Where a PDF does not allow it, as when it is signed or protected, you are told so here"
        kind="download"
        upload={upload}
        onFiles={([file]) => void replace(file)}
      />
      <AddressField url={value.url} problem={problem} onChange={(url) => onChange({ ...value, url })} />
    </div>
  );
}

const FILE_ICONS = {
  'file-pdf': IconFileTypePdf,
  'file-doc': IconFileText,
  'file-image': IconPhoto,
  file: IconFile,
} as const;

export const downloadEditor: BlockEditor<'download'> = {
  type: 'download',
  icon: IconFileDownload,
  Form: DownloadForm,
  takes: { kind: 'document', most: 1 },
};
