import { Button } from '@mantine/core';
import type { ConfirmAnswer, ConfirmQuestion } from './confirm.ts';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { DialogAnswers } from './dialog-answers.tsx';

/** The dialog of `confirm()`. The focus starts on the cancel button. */
export function ConfirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel = 'Cancel',
  otherLabel,
  destructive,
  answer,
}: ConfirmQuestion & { answer: (answer: ConfirmAnswer) => void }) {
  return (
    <Dialog
      isReadOut
      opened
      onClose={() => answer(false)}
      title={title}
      size={440}
      withCloseButton={false}
      zIndex={400}
    >
      {message && <p className={classes.message}>{message}</p>}
      <DialogAnswers>
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {cancelLabel}
        </Button>
        {otherLabel !== undefined && (
          <Button variant="default" onClick={() => answer('other')}>
            {otherLabel}
          </Button>
        )}
        <Button variant={destructive ? 'danger' : 'filled'} onClick={() => answer(true)}>
          {confirmLabel}
        </Button>
      </DialogAnswers>
    </Dialog>
  );
}
