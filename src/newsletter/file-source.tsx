import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UploadField } from '#web/kit/upload-field.tsx';
import { useUpload } from '#web/kit/use-upload.ts';
import type { FieldReports } from './block-editor.ts';
import styles from './block-fields.module.css';
import { LinkField } from './block-fields.tsx';

/** A stored file, as a form takes it: its path as it stands in documents, its own name. */
export type ChosenFile = { readonly path: string; readonly name: string; readonly file: File };

/** Chooses a file by upload or by its address; with one, shows it and offers another. */
export function FileSource({
  kind,
  label,
  url,
  preview,
  onFile,
  onUrl,
  ...reports
}: FieldReports & {
  readonly kind: 'image' | 'video' | 'document';
  readonly label: string;
  readonly url: string;
  readonly preview: ReactNode;
  readonly onFile: (file: ChosenFile) => void;
  readonly onUrl: (url: string) => void;
}) {
  const upload = useUpload(kind);
  const take = async (file: File) => {
    const stored = await upload.start(file);
    if (stored !== null) onFile({ path: pathOf(stored.url), name: stored.name, file });
  };
  if (isComplete(url)) {
    return (
      <div className={styles.stack}>
        {preview}
        <div className={styles.tools}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
            onClick={() => onUrl('')}
          >
            Replace
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <UploadField label={label} kind={kind} upload={upload} onFiles={([file]) => void take(file)} />
      <LinkField
        {...reports}
        path="url"
        label="Or its address on the web"
        placeholder="https://"
        value={url}
        onText={onUrl}
      />
    </div>
  );
}

/** The path of a file of ours from the absolute address that the server answers with. */
export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}

// While an address is being typed the field must stay; only what can be shown replaces it.
function isComplete(url: string): boolean {
  return url.startsWith('/files/') || /^https?:\/\/[^/\s]+\.[^/\s]+\/\S/.test(url);
}
