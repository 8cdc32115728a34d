import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { FILE_KINDS, UPLOADS, type UploadKind } from '#contract/files.ts';
import classes from './upload-field.module.css';
import { UploadProgress } from './upload-progress.tsx';
import type { Upload } from './use-upload.ts';

interface UploadFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The form's own error ('Please choose a logo'); the upload's stand below the bar. */
  readonly error?: string | undefined;
  /** What may be chosen: what the server takes as an attachment, or types as `accept` has them. */
  readonly kind?: UploadKind;
  readonly accept?: string;
  readonly buttonLabel?: string;
  readonly dropText?: string;
  /** For uploads, from `useUpload`: its progress and failure are shown here. */
  readonly upload?: Upload;
  /** Several files at once. */
  readonly multiple?: boolean;
  /** There is no room for more: the drop area is hidden, the hint and an upload on its way stay. */
  readonly isFull?: boolean;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

// HEIC photographs become JPEG here, where the browser can open them. Apple's phones and tablets (which call themselves
// a Mac, but are touched) do that by themselves for who does not ask for HEIC.
const { userAgent, maxTouchPoints } = navigator;
const MAKES_JPEG = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
const HEIC = MAKES_JPEG ? [] : ['image/heic', 'image/heif', '.heic', '.heif'];

function accepted(asked: UploadKind): string {
  return UPLOADS[asked].kinds
    .flatMap((kind) => [...FILE_KINDS[kind].types, ...(kind === 'image' ? HEIC : [])])
    .join(',');
}

/** Chooses a file by button or by dragging it here, and shows how its upload stands. */
export function UploadField({
  label,
  hint,
  error,
  kind,
  accept = kind && accepted(kind),
  buttonLabel = 'Select file',
  dropText = 'or drag it here',
  upload,
  multiple = false,
  isFull = false,
  onFiles,
}: UploadFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const [first, ...rest] = Array.from(list ?? []);
    if (first) onFiles(multiple ? [first, ...rest] : [first]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isFull) take(event.dataTransfer.files);
  };
  const busy = upload?.state.step === 'sending' || upload?.state.step === 'preparing';
  return (
    <fieldset
      className={classes.field}
      aria-describedby={`${id}-hint ${id}-error`}
      onDragOver={(event) => {
        if (isFull) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <legend className={classes.label}>{label}</legend>
      {busy || isFull || (
        <div
          className={classes.area}
          data-over={over || undefined}
          data-error={error !== undefined || undefined}
        >
          <Button
            variant="default"
            leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {buttonLabel}
          </Button>
          <span className={classes.dropText}>{dropText}</span>
          <input
            ref={input}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            aria-label={label}
            accept={accept}
            multiple={multiple}
            onChange={(event) => {
              take(event.target.files);
              event.target.value = ''; // the same file can be chosen again
            }}
          />
        </div>
      )}
      {upload && <UploadProgress upload={upload} />}
      {error !== undefined && (
        <p className="mantine-InputWrapper-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {hint && (
        <p className="mantine-InputWrapper-description" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
