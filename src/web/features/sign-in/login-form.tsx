import { Checkbox, Drawer, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { loginForm, PEOPLE_MESSAGES, peopleRoutes, ROLE_MARKERS } from '#contract/people.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { keepRequested, requestedIn } from '#web/session/requested-screen.ts';
import { beginSession } from '#web/session/session.ts';
import classes from './auth-panel.module.css';

interface LoginFormProps {
  readonly email: string;
  /** From an invitation's link. */
  readonly inviteToken: string | undefined;
}

/**
 * Log in. On success the session begins, an invitation is taken up by who has no school yet, and the newsletters are
 * shown, or the screen that was wanted first; who must change the password is led there.
 */
export function LoginForm({ email: given, inviteToken }: LoginFormProps) {
  // What is typed is told to the panel, which gives it to its next form.
  const [email] = useState(given);
  const navigate = useNavigate();
  const { state } = useLocation();
  const wanted = requestedIn(state);
  const { form, props } = useSchemaForm(loginForm, { email, password: '', remember_me: true }, (values) =>
    login.mutate(values),
  );
  const login = useMutation({
    mutationFn: (values: { email: string; password: string; remember_me: boolean }) =>
      call(peopleRoutes.login, { body: values, handles: showFieldErrors(form) }),
    onSuccess: async ({ data: { token, user } }, { remember_me }) => {
      const { data } = user;
      beginSession(
        { accessToken: token.auth_token, user: data, value: ROLE_MARKERS[data.type] },
        remember_me,
      );
      if (inviteToken !== undefined && data.attributes.role === null)
        await acceptInvitation(inviteToken, data.attributes.email);
      await navigate(wanted ?? SCREENS.newsletters);
    },
  });
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Log in</Drawer.Title>
          {wanted !== null && <p className={classes.lead}>{PEOPLE_MESSAGES.logInFirst}</p>}
          <p className={classes.lead}>
            <Link to={{ search: authLinks.register }} state={keepRequested(state)}>
              Not a user?
            </Link>{' '}
            It is free for 3 months.
          </p>
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          data-autofocus={email === '' || undefined}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <div className={classes.field}>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            data-autofocus={email !== '' || undefined}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Link to={{ search: authLinks.forgotHere }} state={keepRequested(state)} className={classes.forgot}>
            Forgot password?
          </Link>
        </div>
        <Checkbox
          label="Remember me"
          key={form.key('remember_me')}
          {...form.getInputProps('remember_me', { type: 'checkbox' })}
        />
        <BusyButton size="lg" busy={login.isPending} busyLabel="Logging in…" fullWidth>
          Log in
        </BusyButton>
      </div>
      <p className={classes.foot}>On a shared computer? Untick ‘Remember me’.</p>
    </form>
  );
}

// The server decides. Where it refuses, its words are shown, and the person is logged in all the same.
async function acceptInvitation(token: string, email: string): Promise<void> {
  try {
    await call(peopleRoutes.register, { body: { email, invite_token: token } });
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}
