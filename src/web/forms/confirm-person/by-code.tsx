import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { confirmRoutes } from '#contract/signing-in/confirming.ts';
import { codeForm } from '#contract/signing-in/two-step.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { CodeInput } from '#web/forms/code-input.tsx';
import classes from './confirm-person.module.css';
import type { WayProps } from './way-props.ts';

/** Proves who one is by a code of the authenticator app. */
export function ByCode({ onConfirmed, onCancel }: WayProps) {
  const { form, props } = useSchemaForm(codeForm, { code: '' }, (values) => confirm.mutate(values));
  const confirm = useMutation({
    mutationFn: (body: z.output<typeof codeForm>) =>
      call(confirmRoutes.confirmPerson, { body, handles: showFieldErrors(form) }),
    onSuccess: onConfirmed,
  });
  return (
    <form {...props} className={classes.form}>
      <CodeInput
        {...required}
        label="Code of your authenticator app"
        data-autofocus
        autoFocus
        key={form.key('code')}
        {...form.getInputProps('code')}
      />
      <DialogAnswers>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <BusyButton busy={confirm.isPending} busyLabel="One moment…">
          Go on
        </BusyButton>
      </DialogAnswers>
    </form>
  );
}
