import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { TEMPORARY_PASSWORD_DAYS } from '#contract/people.ts';
import { COPY_MESSAGES } from '#contract/rules/copying.ts';
import { copyText } from '#ui/copy-text.ts';
import { Dialog } from '#ui/dialogs/dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import classes from './people.module.css';

/** Shows a temporary password once. Only Done closes the dialog, so that a stray click does not lose the password. */
export function TemporaryPassword({
  name,
  password,
  onClose,
}: {
  name: string;
  password: string;
  onClose: () => void;
}) {
  const copy = async () => {
    if (await copyText(password)) toast.success(COPY_MESSAGES.copied);
    else toast.error('This browser does not let us copy. Please write the password down');
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Temporary password for ${name}`}
      size={480}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <p>
        Tell it to {name} in person or by telephone. It is not shown again and was not mailed. It is valid for{' '}
        {TEMPORARY_PASSWORD_DAYS} days.
      </p>
      <p className={classes.password}>
        <code>{password}</code>
        <Button
          variant="default"
          data-autofocus
          leftSection={<IconCopy size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </p>
      <Button fullWidth onClick={onClose}>
        Done
      </Button>
    </Dialog>
  );
}
