import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { loginPassword } from '#contract/fields.ts';
import { confirmRoutes } from '#contract/signing-in/confirming.ts';
import { DialogAnswers } from '#ui/dialogs/dialog-answers.tsx';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { UsernameField } from '#web/forms/username-field.tsx';
import { useSession } from '#web/session/session.ts';
import classes from './confirm-person.module.css';
import type { WayProps } from './way-props.ts';

const passwordForm = z.strictObject({ password: loginPassword });

/** Proves who one is by the password. */
export function ByPassword({ onConfirmed, onCancel }: WayProps) {
  const { form, props } = useSchemaForm(passwordForm, { password: '' }, (values) => confirm.mutate(values));
  const confirm = useMutation({
    mutationFn: (body: z.output<typeof passwordForm>) =>
      call(confirmRoutes.confirmPerson, { body, handles: showFieldErrors(form) }),
    onSuccess: onConfirmed,
  });
  return (
    <form {...props} className={classes.form}>
      <UsernameField email={useSession()?.user.attributes.email ?? ''} />
      <PasswordField
        {...required}
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        autoFocus
        key={form.key('password')}
        {...form.getInputProps('password')}
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
