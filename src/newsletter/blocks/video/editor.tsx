import { TextInput } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { FileDrop } from '#newsletter/fields/file-drop.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { useDroppedFiles, useNow, useOwnUpload } from '#newsletter/fields/own-upload.tsx';
import { isOwnFile } from '#newsletter/values/url.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import { frameOfVideo } from '#ui/uploads/video-frame.ts';

type Value = BlockValues['video'];

function VideoForm({ value, onChange, problem, handed }: BlockFormProps<Value>) {
  const film = useOwnUpload('video');
  const frame = useOwnUpload('image');
  const now = useNow(value);
  const replace = async (file: File) => {
    // Both at once: some films take seconds to show a picture, or never do.
    const [url, picture] = await Promise.all([film.take(file), frameOfVideo(file)]);
    if (url === null) return;
    onChange(withFilm(now(), url));
    const poster = picture === null ? null : await frame.take(picture);
    if (poster !== null && now().url === url) onChange(withFilm(now(), url, poster));
  };
  const show = async (file: File) => {
    const { url } = now();
    const poster = await frame.take(file);
    if (poster !== null && now().url === url) onChange(withFilm(now(), url, poster));
  };
  useDroppedFiles(handed, ([file]) => void replace(file));
  return (
    <div className={classes.fields}>
      {isOwnFile(value.url) && (
        <FileDrop words="Drop it to replace this one" onFile={(file) => void replace(file)}>
          {/* Captions are what the film itself has. */}
          <video
            className={classes.preview}
            src={value.url}
            {...(value.poster !== undefined && { poster: value.poster })}
            controls
            preload="metadata"
            playsInline
            aria-label={value.title || 'Video'}
          >
            <track kind="captions" />
          </video>
        </FileDrop>
      )}
      <UploadField
        label={value.url === '' ? 'Video' : 'Another video'}
        hint="MP4, WebM or MOV, up to 200 MB"
        kind="video"
        upload={film.upload}
        onFiles={([file]) => void replace(file)}
      />
      <AddressField
        url={value.url}
        problem={problem}
        description="A page of YouTube or Vimeo, for example. It becomes a picture with a play mark that leads there."
        onChange={(url) => onChange(withFilm(value, url))}
      />
      {value.url !== '' && (
        <>
          {value.poster !== undefined && !isOwnFile(value.url) && (
            <img className={classes.preview} src={value.poster} alt="" />
          )}
          <UploadField
            label={value.poster === undefined ? 'Its picture' : 'Another picture for it'}
            hint="Shown until it is played. In a mail it stands for the film."
            kind="image"
            upload={frame.upload}
            onFiles={([file]) => void show(file)}
          />
        </>
      )}
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
function withFilm({ title }: Value, url: string, poster?: string): Value {
  return poster === undefined ? { url, title } : { url, title, poster };
}

export const videoEditor: BlockEditor<'video'> = {
  type: 'video',
  icon: IconVideo,
  Form: VideoForm,
  takes: { kind: 'video', most: 1 },
};
