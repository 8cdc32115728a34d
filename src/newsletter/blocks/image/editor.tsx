import { IconPhoto } from '@tabler/icons-react';
import { AltField } from '../../alt-field.tsx';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { FileSource } from '../../file-source.tsx';

function ImageForm({ value, onChange, reports }: BlockFormProps<'image'>) {
  return (
    <div className={styles.stack}>
      <FileSource
        {...reports}
        kind="image"
        label="Picture"
        url={value.url}
        preview={<img className={styles.picture} src={value.url} alt="" />}
        onFile={({ path }) => onChange({ ...value, url: path })}
        onUrl={(url) => onChange({ ...value, url })}
      />
      <AltField
        value={value.alt}
        error={reports.errorOf('alt')}
        onAlt={(alt) => onChange({ ...value, alt })}
      />
    </div>
  );
}

/** The image's form: the picture, and what it shows in words. */
export const imageEditor: BlockEditor<'image'> = { icon: IconPhoto, Form: ImageForm };
