import { Button, TextInput } from '@mantine/core';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { AddressField } from '#newsletter/fields/address-field.tsx';
import { FileDrop } from '#newsletter/fields/file-drop.tsx';
import { useDroppedFiles, useFormUpload, useLatest } from '#newsletter/fields/form-upload.tsx';
import classes from '#newsletter/fields/forms.module.css';
import { isOwnFile } from '#newsletter/values/url.ts';
import { UploadField } from '#ui/uploads/upload-field.tsx';
import type { Upload } from '#ui/uploads/use-upload.ts';
import { extractVideoFrame } from '#ui/uploads/video-frame.ts';
import { webVttOf } from '#ui/uploads/web-vtt.ts';

type Value = BlockValues['video'];

export function VideoForm({ value, onChange, problem, droppedFiles }: BlockFormProps<Value>) {
  const { uploads, replace, replacePoster, replaceCaptions } = useVideoFiles(value, onChange);
  useDroppedFiles(droppedFiles, ([file]) => void replace(file));
  const isOwn = isOwnFile(value.url);
  return (
    <div className={classes.fields}>
      {isOwn && <VideoPreview value={value} onFile={(file) => void replace(file)} />}
      <UploadField
        label={isOwn ? 'Another video' : 'Video'}
        hint="MP4, WebM or MOV, up to 200 MB"
        kind="video"
        upload={uploads.video}
        onFiles={([file]) => void replace(file)}
      />
      <AddressField
        label="Or the video’s address"
        needed="A video or its address"
        url={value.url}
        problem={problem}
        description="A page of YouTube or Vimeo, for example. Readers press its picture to watch it there."
        onChange={(url) => onChange(withVideo(value, url))}
      />
      {value.url !== '' && (
        <>
          {value.poster !== undefined && !isOwn && (
            <img className={classes.preview} src={value.poster} alt="" />
          )}
          <div data-path="poster">
            <UploadField
              label={posterLabel(value)}
              hint={isOwn ? OWN_HINT : ELSEWHERE_HINT}
              kind="image"
              upload={uploads.poster}
              onFiles={([file]) => void replacePoster(file)}
            />
          </div>
        </>
      )}
      <TextInput
        label="Title"
        data-path="title"
        value={value.title}
        error={problem('title')}
        onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
      />
      {isOwn && (
        <CaptionsField
          hasCaptions={value.captions !== undefined}
          upload={uploads.captions}
          onFile={(file) => void replaceCaptions(file)}
          onRemove={() => onChange(withoutCaptions(value))}
        />
      )}
    </div>
  );
}

/** The files of a video. The poster is extracted from a new video, unless that has been replaced meanwhile. */
function useVideoFiles(value: Value, onChange: (value: Value) => void) {
  const video = useFormUpload('video');
  const poster = useFormUpload('image');
  const captions = useFormUpload('captions');
  const latest = useLatest(value);
  const replace = async (file: File) => {
    // In parallel: extracting a frame takes seconds for some videos, and fails for others.
    const [url, frame] = await Promise.all([video.uploadFile(file), extractVideoFrame(file)]);
    if (url === null) return;
    onChange(withVideo(latest(), url));
    const posterUrl = frame === null ? null : await poster.uploadFile(frame);
    if (posterUrl !== null && latest().url === url) onChange({ ...latest(), poster: posterUrl });
  };
  const replacePoster = async (file: File) => {
    const { url } = latest();
    const posterUrl = await poster.uploadFile(file);
    if (posterUrl !== null && latest().url === url) onChange({ ...latest(), poster: posterUrl });
  };
  const replaceCaptions = async (file: File) => {
    const { url } = latest();
    const captionsUrl = await captions.uploadFile(await webVttOf(file));
    if (captionsUrl !== null && latest().url === url) onChange({ ...latest(), captions: captionsUrl });
  };
  const uploads = { video: video.upload, poster: poster.upload, captions: captions.upload };
  return { uploads, replace, replacePoster, replaceCaptions };
}

function VideoPreview({ value, onFile }: { value: Value; onFile: (file: File) => void }) {
  return (
    <FileDrop label="Drop it to replace this one" onFile={onFile}>
      <video
        className={classes.preview}
        src={value.url}
        {...(value.poster !== undefined && { poster: value.poster })}
        controls
        preload="metadata"
        playsInline
        aria-label={value.title || 'Video'}
      >
        <track kind="captions" src={value.captions} default />
      </video>
    </FileDrop>
  );
}

function CaptionsField({
  hasCaptions,
  upload,
  onFile,
  onRemove,
}: {
  hasCaptions: boolean;
  upload: Upload;
  onFile: (file: File) => void;
  onRemove: () => void;
}) {
  return (
    <div data-path="captions">
      <UploadField
        label={hasCaptions ? 'Other captions' : 'Captions'}
        hint="What is said, for people who cannot hear it: a WebVTT (.vtt) or SubRip (.srt) file, up to 1 MB"
        kind="captions"
        upload={upload}
        onFiles={([file]) => onFile(file)}
      />
      {hasCaptions && (
        <Button variant="subtle" size="sm" onClick={onRemove}>
          Remove the captions
        </Button>
      )}
    </div>
  );
}

const OWN_HINT = 'Shown until it is played. In a mail it stands for the video.';
const ELSEWHERE_HINT =
  'Optional. A screenshot of the video will do: newsletters load nothing from other sites.';

function posterLabel({ url, poster }: Value): string {
  if (poster !== undefined) return 'Another picture for it';
  return isOwnFile(url) ? 'Its picture' : 'A still picture of the video';
}

function withoutCaptions({ captions: _captions, ...kept }: Value): Value {
  return kept;
}

// Drops the old video's poster and captions.
function withVideo({ title }: Value, url: string): Value {
  return { url, title };
}
