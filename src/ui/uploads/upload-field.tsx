import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { UploadKind } from '#contract/files.ts';
import { acceptedTypes } from './accepted-types.ts';
import classes from './upload-field.module.css';
import { UploadProgress } from './upload-progress.tsx';
import type { Upload } from './use-upload.ts';

interface UploadFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The form's error ('Please choose a logo'). Upload errors are shown below the progress bar, and instead of it. */
  readonly error?: string | undefined;
  /** The kind of upload that may be chosen; or, without an upload, the types in `accept`. */
  readonly kind?: UploadKind;
  readonly accept?: string;
  readonly buttonLabel?: string;
  readonly dropText?: string;
  /** The result of `useUpload`, whose progress and errors are shown here. */
  readonly upload?: Upload;
  /** Whether several files can be chosen at once. */
  readonly multiple?: boolean;
  /** Hides the drop area because no more files are allowed. The hint and a running upload stay. */
  readonly isFull?: boolean;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** A field to choose or drop a file, with the progress of its upload. */
export function UploadField({
  label,
  hint,
  error,
  kind,
  accept = kind && acceptedTypes(kind),
  buttonLabel = 'Select file',
  dropText = 'or drag it here',
  upload,
  multiple = false,
  isFull = false,
  onFiles,
}: UploadFieldProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const choose = (list: FileList | null) => {
    const [first, ...rest] = Array.from(list ?? []);
    if (first) onFiles(multiple ? [first, ...rest] : [first]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isFull) choose(event.dataTransfer.files);
  };
  const busy = upload?.state.step === 'sending' || upload?.state.step === 'preparing';
  return (
    <fieldset
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
          <ChooseFiles
            buttonLabel={buttonLabel}
            label={label}
            accept={accept}
            multiple={multiple}
            onFiles={choose}
          >
            <span className={`${classes.dropText} with-mouse`}>{dropText}</span>
          </ChooseFiles>
        </div>
      )}
      {upload && <UploadProgress upload={upload} />}
      {error !== undefined && upload?.state.step !== 'failed' && (
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

/** A button that opens the browser's dialog to choose files. The form names the input, not the button. */
function ChooseFiles({
  buttonLabel,
  label,
  accept,
  multiple,
  onFiles,
  children,
}: {
  buttonLabel: string;
  label: string;
  accept: string | undefined;
  multiple: boolean;
  onFiles: (files: FileList | null) => void;
  /** Shown beside the button. */
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {buttonLabel}
      </Button>
      {children}
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          onFiles(event.target.files);
          event.target.value = ''; // the same file can be chosen again
        }}
      />
    </>
  );
}
