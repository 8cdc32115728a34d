import { TextInput } from '@mantine/core';
import { IconFile, IconFileText, IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { FileDrop } from '#newsletter/fields/file-drop.tsx';
import { useDroppedFiles, useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { isOwnFile } from '#newsletter/values/url.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { extensionOf, iconOf } from './block.ts';

export function DownloadForm({
  value,
  onChange,
  problem,
  droppedFiles,
}: BlockFormProps<BlockValues['download']>) {
  const { upload, storeFile } = useFormUpload('download');
  const latest = useLatest(value);
  const Icon = FILE_ICONS[iconOf(value.url)];
  const replace = async (file: File) => {
    const stored = await storeFile(file);
    if (stored === null) return;
    const { url, is_scan: isScan, holds } = stored;
    // The file's name is a good default for the button text.
    const name = latest().name || file.name.replace(/\.[^.]+$/, '');
    onChange({ url, name, ...(isScan && { isScan }), ...(holds && { holds }) });
  };
  useDroppedFiles(droppedFiles, ([file]) => void replace(file));
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
        <FileDrop label="Drop it to replace this one" onFile={(file) => void replace(file)}>
          <a className={classes.file} href={value.url} target="_blank" rel="noreferrer">
            <Icon size={22} stroke={1.75} aria-hidden="true" />
            <span>Open the file</span>
            <span className={classes.note}>{extensionOf(value.url).toUpperCase()}</span>
          </a>
        </FileDrop>
      )}
      <div data-path="file">
        <UploadField
          label={isOwnFile(value.url) ? 'Another file' : 'File'}
          hint="PDF, Word, Excel, PowerPoint or text, up to 25 MB; a picture, up to 15 MB. The author’s name is taken out. Where a PDF does not allow it, as when it is signed or protected, you are told so here"
          kind="download"
          upload={upload}
          onFiles={([file]) => void replace(file)}
        />
      </div>
      <AddressField
        label="Or the file’s address"
        needed="A file or its address"
        url={value.url}
        problem={problem}
        onChange={(url) => onChange({ name: value.name, url })}
      />
    </div>
  );
}

const FILE_ICONS = {
  'file-pdf': IconFileTypePdf,
  'file-doc': IconFileText,
  'file-image': IconPhoto,
  file: IconFile,
} as const;
