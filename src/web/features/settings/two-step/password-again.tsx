import { Button, PasswordInput } from '@mantine/core';
import { z } from 'zod';
import { loginPassword } from '#contract/fields.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { UsernameField } from '#web/forms/username-field.tsx';
import { useSession } from '#web/session/session.ts';
import classes from './two-step.module.css';

// Named differently from the field of the form for a new password, which stands on the same screen: fields are found by name.
const passwordForm = z.strictObject({ current_password: loginPassword });

/** The password, and what shows the refusal of the call that it is for. */
export interface Asked {
  readonly password: string;
  readonly handles: (error: ApiError) => boolean;
}

interface PasswordAgainProps {
  readonly why: string;
  readonly label: string;
  readonly busy: boolean;
  readonly mutate: (asked: Asked) => void;
  readonly onCancel: () => void;
}

/** Asks for the password before something that a session left open must not be enough for. */
export function PasswordAgain({ why, label, busy, mutate, onCancel }: PasswordAgainProps) {
  const { form, props } = useSchemaForm(passwordForm, { current_password: '' }, (values) =>
    mutate({
      password: values.current_password,
      handles: showFieldErrors(form, { existing_password: 'current_password' }),
    }),
  );
  return (
    <form {...props} className={classes.inner}>
      <UsernameField email={useSession()?.user.attributes.email ?? ''} />
      <p className={classes.why}>{why}</p>
      <PasswordInput
        {...required}
        label="Your password"
        autoComplete="current-password"
        autoFocus
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      <div className={classes.answers}>
        <BusyButton size="sm" busy={busy} busyLabel="One moment…">
          {label}
        </BusyButton>
        <Button variant="default" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
