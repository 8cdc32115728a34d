import { Dialog } from './dialog.tsx';
import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { focusFirstError } from '#ui/forms/focus-first-error.ts';
import classes from './name-dialog.module.css';

/** Asks for a name, which `schema` checks. `children` appear below its field, `error` is the server's message about the name. */
export function NameDialog({
  title,
  schema,
  initial,
  error,
  isBusy,
  onName,
  onClose,
  children,
}: {
  title: string;
  schema: z.ZodType<{ name: string }>;
  initial: string;
  error?: string | undefined;
  isBusy: boolean;
  onName: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const form = useForm({
    initialValues: { name: initial },
    validate: schemaResolver(schema, { sync: true }),
  });
  const submit = form.onSubmit(({ name }) => onName(name), focusFirstError(form));
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <TextInput
          label="Name"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? error}
        />
        {children}
        <div className={classes.answers}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton busy={isBusy} busyLabel="Saving…">
            Save
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
