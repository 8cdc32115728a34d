import { TextInput } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { UploadField } from '#web/kit/upload-field.tsx';
import { useUpload } from '#web/kit/use-upload.ts';
import { frameOfVideo } from '#web/kit/video-frame.ts';
import type { BlockValues } from '../../document.ts';
import { isOwnFile } from '../../url.ts';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import classes from '../forms.module.css';
import { ownFilePath } from '../own-file.ts';

type Value = BlockValues['video'];

function VideoForm({ value, onChange, problem }: BlockFormProps<Value>) {
  const film = useUpload('video');
  const frame = useUpload('image');
  const take = async (file: File) => {
    const picture = await frameOfVideo(file);
    const stored = await film.start(file);
    if (stored === null) return;
    const poster = picture === null ? null : await frame.start(picture);
    const url = ownFilePath(stored.url, window.location.origin);
    onChange(withFilm(value, url, poster === null ? undefined : ownFilePath(poster.url, window.location.origin)));
  };
  return (
    <div className={classes.fields}>
      {isOwnFile(value.url) && (
        // biome-ignore lint/a11y/useMediaCaption: the school's own film, before it is published
        <video className={classes.preview} src={value.url} poster={value.poster} controls preload="metadata" aria-label="Preview" />
      )}
      <UploadField
        label={value.url === '' ? 'Video' : 'Another video'}
        hint="MP4, WebM or MOV, up to 200 MB"
        kind="video"
        upload={film}
        onFiles={([file]) => void take(file)}
      />
      <TextInput
        label="Or its address"
        type="url"
        inputMode="url"
        placeholder="https://"
        description="A page of YouTube or Vimeo, for example. It becomes a picture with a play mark that leads there."
        data-path="url"
        value={value.url}
        error={problem('url')}
        onChange={(event) => onChange(withFilm(value, event.currentTarget.value, undefined))}
      />
      <TextInput
        label="Title"
        data-path="title"
        value={value.title}
        error={problem('title')}
        onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
      />
    </div>
  );
}

// A picture of the film before would be the wrong one.
function withFilm({ title }: Value, url: string, poster: string | undefined): Value {
  return poster === undefined ? { url, title } : { url, title, poster };
}

export const videoEditor: BlockEditor<'video'> = { type: 'video', icon: IconVideo, Form: VideoForm };
