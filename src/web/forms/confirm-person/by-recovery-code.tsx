import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { confirmRoutes } from '#contract/signing-in/confirming.ts';
import { recoveryCode } from '#contract/signing-in/two-step.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import classes from './confirm-person.module.css';
import type { WayProps } from './way-props.ts';

const recoveryForm = z.strictObject({ recovery_code: recoveryCode });

/** Proves who one is by a recovery code, which is used up. */
export function ByRecoveryCode({ onConfirmed, onCancel }: WayProps) {
  const { form, props } = useSchemaForm(recoveryForm, { recovery_code: '' }, (values) =>
    confirm.mutate(values),
  );
  const confirm = useMutation({
    mutationFn: (body: z.output<typeof recoveryForm>) =>
      call(confirmRoutes.confirmPerson, { body, handles: showFieldErrors(form) }),
    onSuccess: onConfirmed,
  });
  return (
    <form {...props} className={classes.form}>
      <TextInput
        {...required}
        label="Recovery code"
        description="Each works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        autoFocus
        key={form.key('recovery_code')}
        {...form.getInputProps('recovery_code')}
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
