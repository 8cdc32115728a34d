import { IconLibraryPhoto } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import { useUpload } from '#web/kit/use-upload.ts';
import { AltField } from '../../alt-field.tsx';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { RowTools } from '../../block-fields.tsx';
import type { BlockValues } from '../../document.ts';
import { pathOf } from '../../file-source.tsx';
import { GROUP_MAX } from './block.ts';

type Picture = BlockValues['image_group']['images'][number];

function ImageGroupForm({ value, onChange, reports }: BlockFormProps<'image_group'>) {
  const { images } = value;
  const upload = useUpload('image');
  const add = async (files: readonly File[]) => {
    const added: Picture[] = [];
    for (const file of files.slice(0, GROUP_MAX - images.length)) {
      const stored = await upload.start(file);
      if (stored === null) break;
      added.push({ url: pathOf(stored.url), alt: null });
      onChange({ images: [...images, ...added] });
    }
  };
  const set = (index: number, picture: Picture) => onChange({ images: images.with(index, picture) });
  return (
    <div className={styles.stack}>
      {images.length < GROUP_MAX && (
        <UploadField
          label="Pictures"
          hint={`Max ${GROUP_MAX} files`}
          kind="image"
          multiple
          upload={upload}
          error={reports.errorOf('images')}
          dropText="or drag pictures here"
          onFiles={(files) => void add(files)}
        />
      )}
      <ul className={styles.list}>
        {images.map((picture, index) => (
          <li key={picture.url} className={styles.card}>
            <img className={styles.picture} src={picture.url} alt="" />
            <AltField
              value={picture.alt}
              error={reports.errorOf(`images.${index}.alt`)}
              onAlt={(alt) => set(index, { ...picture, alt })}
            />
            <RowTools
              rows={images}
              index={index}
              name={`picture ${index + 1}`}
              onRows={(rows) => onChange({ images: rows })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The image group's form: up to four pictures, each with its words. */
export const imageGroupEditor: BlockEditor<'image_group'> = { icon: IconLibraryPhoto, Form: ImageGroupForm };
