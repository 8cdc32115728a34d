import { Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { forgotForm, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { call } from '../../api/client.ts';
import { showFieldErrors } from '../../api/form-errors.ts';
import { authLinks } from '../../auth-links.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { toast } from '../../kit/toast.ts';
import { useSchemaForm } from '../../kit/use-schema-form.ts';
import classes from './auth-panel.module.css';

/** Ask for a link to choose a new password. The answer is the same for every address. */
export function ForgotForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { form, props } = useSchemaForm(forgotForm, { email }, (values) => ask.mutate(values));
  const ask = useMutation({
    mutationFn: (values: { email: string }) =>
      call(peopleRoutes.forgotPassword, { body: values, handles: showFieldErrors(form) }),
    onSuccess: ({ message }) => {
      toast.success(message || PEOPLE_MESSAGES.forgot);
      onDone();
    },
  });
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Forgot Password</Drawer.Title>
          <p className={classes.lead}>We send you a link to choose a new one.</p>
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <BusyButton size="lg" busy={ask.isPending} busyLabel="Sending…" fullWidth>
          Submit
        </BusyButton>
        <p>
          <Link to={{ pathname: SCREENS.home, search: authLinks.login }}>Back to log in</Link>
        </p>
      </div>
    </form>
  );
}
