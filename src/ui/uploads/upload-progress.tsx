import { ActionIcon, Button } from '@mantine/core';
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { uploadPercent } from '#contract/files.ts';
import classes from './upload-field.module.css';
import type { Upload } from './use-upload.ts';

const MB = 1024 * 1024;

/**
 * The progress of an upload: name, bar, percentage and Cancel; or the error and Try again. While idle, only a warning
 * about the last upload.
 */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { state, cancel, reset, retry } = upload;
  if (state.step === 'idle')
    return (
      state.warning && (
        <p className="mantine-InputWrapper-error" role="status">
          {state.warning}
        </p>
      )
    );
  const failed = state.step === 'failed';
  return (
    <div className={classes.progress}>
      <div className={classes.file}>
        <IconFile size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.name}>{state.name}</span>
        <ActionIcon
          size={32}
          aria-label={failed ? 'Dismiss' : `Cancel the upload of ${state.name}`}
          onClick={failed ? reset : cancel}
        >
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      {state.step === 'failed' && (
        <>
          <p className="mantine-InputWrapper-error" role="alert">
            {state.message}
          </p>
          {state.canRetry && (
            <Button
              variant="default"
              size="sm"
              className={classes.retry}
              leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
              onClick={retry}
            >
              Try again
            </Button>
          )}
        </>
      )}
      {state.step === 'preparing' && (
        <p className={classes.figures} role="status">
          Preparing the picture…
        </p>
      )}
      {state.step === 'sending' && (
        <>
          <progress
            className={classes.bar}
            value={state.sent}
            max={state.total || 1}
            aria-label={`Uploading ${state.name}`}
          />
          <p className={classes.figures}>
            {uploadPercent(state.sent, state.total)} · {(state.sent / MB).toFixed(1)} of{' '}
            {(state.total / MB).toFixed(1)} MB
          </p>
        </>
      )}
    </div>
  );
}
