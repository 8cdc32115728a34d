import { Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { forgotForm, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { forwardedRequest } from '#web/session/requested-screen.ts';
import classes from './auth-panel.module.css';

/**
 * Requests a link to choose a new password. The answer is the same for every email. Signed-in people may use it, too,
 * if they do not know their old password.
 */
export function ForgotForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const below = pathname === SCREENS.forgotPassword ? SCREENS.home : pathname;
  const { form, props } = useSchemaForm(forgotForm, { email }, (values) => ask.mutate(values));
  const ask = useMutation({
    mutationFn: (values: { email: string }) =>
      call(peopleRoutes.forgotPassword, { body: values, handles: showFieldErrors(form) }),
    onSuccess: async ({ message }) => {
      toast.success(message || PEOPLE_MESSAGES.forgot);
      await navigate(SCREENS.home, { preventScrollReset: true, state: forwardedRequest(state) });
    },
  });
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Forgot Password</Drawer.Title>
          <p className={classes.lead}>
            We send you a link to choose a new one. If none comes within a few minutes, look among the junk
            mail, or ask again after an hour.
          </p>
        </div>
        <TextInput
          {...required}
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
          <Link to={{ pathname: below, search: authLinks.login }} state={forwardedRequest(state)}>
            Back to log in
          </Link>
        </p>
      </div>
    </form>
  );
}
