import { Checkbox, Drawer, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { loginForm, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { forwardedRequest, requestedScreenIn } from '#web/session/requested-screen.ts';
import { beginSession } from '#web/session/session.ts';
import classes from './auth-panel.module.css';
import { begunSession } from './begun-session.ts';

interface LoginFormProps {
  readonly email: string;
  /** The token of an invitation's link. */
  readonly inviteToken: string | undefined;
}

/**
 * Logs in. On success it begins the session, accepts the invitation if the person has no school yet, and opens the
 * requested screen or the newsletters. (The app guard redirects people who must change their password.)
 */
export function LoginForm({ email: given, inviteToken }: LoginFormProps) {
  // Fixed at the first render: the panel changes the prop while the person types.
  const [email] = useState(given);
  const navigate = useNavigate();
  const { state } = useLocation();
  const requestedScreen = requestedScreenIn(state);
  const { form, props } = useSchemaForm(loginForm, { email, password: '', remember_me: true }, (values) =>
    login.mutate(values),
  );
  const login = useMutation({
    mutationFn: (values: { email: string; password: string; remember_me: boolean }) =>
      call(peopleRoutes.login, { body: values, handles: showFieldErrors(form) }),
    onSuccess: async ({ data }, { remember_me }) => {
      const session = begunSession(data);
      beginSession(session, remember_me);
      const { role, email } = session.user.attributes;
      if (inviteToken !== undefined && role === null) await acceptInvitation(inviteToken, email);
      await navigate(requestedScreen ?? SCREENS.newsletters);
    },
  });
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Log in</Drawer.Title>
          {requestedScreen !== null && <p className={classes.lead}>{PEOPLE_MESSAGES.logInFirst}</p>}
          <p className={classes.lead}>
            <Link to={{ search: authLinks.register }} state={forwardedRequest(state)}>
              Not a user?
            </Link>{' '}
            It is free for 3 months.
          </p>
        </div>
        <TextInput
          {...required}
          label="Email"
          type="email"
          autoComplete="username"
          data-autofocus={email === '' || undefined}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <div className={classes.field}>
          <PasswordInput
            {...required}
            label="Password"
            autoComplete="current-password"
            data-autofocus={email !== '' || undefined}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Link
            to={{ search: authLinks.forgotHere }}
            state={forwardedRequest(state)}
            className={classes.forgot}
          >
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

// If the server refuses, its message is shown as a toast and the person stays logged in.
async function acceptInvitation(token: string, email: string): Promise<void> {
  try {
    await call(peopleRoutes.register, { body: { email, invite_token: token } });
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}
