import { IconVideo } from '@tabler/icons-react';
import { useUpload } from '#web/kit/use-upload.ts';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { LineField } from '../../block-fields.tsx';
import { type ChosenFile, FileSource, pathOf } from '../../file-source.tsx';
import { isOwnFile } from '../../url.ts';
import { takePoster } from './poster-editor.ts';

function VideoForm({ value, onChange, reports }: BlockFormProps<'video'>) {
  const posterUpload = useUpload('image');
  const take = async ({ path, name, file }: ChosenFile) => {
    const { poster: _before, ...rest } = value;
    const chosen = {
      ...rest,
      url: path,
      title: value.title === '' ? name.replace(/\.\w{1,5}$/, '') : value.title,
    };
    onChange(chosen);
    const frame = await takePoster(file);
    const stored = frame === null ? null : await posterUpload.start(frame);
    if (stored !== null) onChange({ ...chosen, poster: pathOf(stored.url) });
  };
  return (
    <div className={styles.stack}>
      <FileSource
        {...reports}
        kind="video"
        label="Video"
        url={value.url}
        preview={
          isOwnFile(value.url) ? (
            <video
              className={styles.picture}
              src={value.url}
              controls
              preload="metadata"
              aria-label={value.title}
            />
          ) : (
            <p className={styles.caption}>{value.url}</p>
          )
        }
        onFile={(file) => void take(file)}
        onUrl={(url) => {
          const { poster: _before, ...rest } = value;
          onChange({ ...rest, url });
        }}
      />
      <LineField
        {...reports}
        path="title"
        label="Title"
        description="What the video shows; it stands below it"
        value={value.title}
        onText={(title) => onChange({ ...value, title })}
      />
    </div>
  );
}

/** The video's form: a film to play in place, or the address of one elsewhere. */
export const videoEditor: BlockEditor<'video'> = { icon: IconVideo, Form: VideoForm };
