import { Checkbox, Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { loginForm, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors, showRefusal } from '#web/api/form-errors.ts';
import { PasskeyButton } from '#web/features/sign-in/passkeys/passkey-button.tsx';
import { usePasskeyLogin } from '#web/features/sign-in/passkeys/use-passkey-login.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { forwardedRequest, requestedScreenIn } from '#web/session/requested-screen.ts';
import { beginSession, type Session } from '#web/session/session.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { type AskedStep, SecondStep, secondStepIn } from './second-step.tsx';

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
  const { form, props } = useSchemaForm(loginForm, { email, password: '', remember_me: true }, (values) => {
    void passkey.stop();
    login.mutate(values);
  });
  const [hasFailed, setHasFailed] = useState(false);
  const [secondStep, setSecondStep] = useState<SecondStepOf | null>(null);
  const begin = async (session: Session, remember: boolean) => {
    beginSession(session, remember);
    const { role, email } = session.user.attributes;
    if (inviteToken !== undefined && role === null) await acceptInvitation(inviteToken, email);
    await navigate(requestedScreenIn(state, email) ?? SCREENS.newsletters);
  };
  const login = useMutation({
    mutationFn: (values: { email: string; password: string; remember_me: boolean }) =>
      call(peopleRoutes.login, {
        body: values,
        handles: (error) => secondStepIn(error) !== null || showFieldErrors(form)(error),
      }),
    onSuccess: async ({ data }, { remember_me }) => await begin(sessionOfReply(data), remember_me),
    onError: (error, { remember_me }) => {
      setHasFailed(true);
      const step = secondStepIn(error);
      if (step !== null) setSecondStep({ ...step, remember: remember_me });
      else showRefusal(form, 'password')(error);
    },
  });
  const passkey = usePasskeyLogin({ remember: () => form.getValues().remember_me, onLoggedIn: begin });
  if (secondStep !== null)
    return (
      <SecondStep
        step={secondStep.step}
        ways={secondStep.ways}
        onLoggedIn={(session) => begin(session, secondStep.remember)}
        onOver={() => setSecondStep(null)}
      />
    );
  const emailProps = form.getInputProps('email');
  return (
    <form
      {...props}
      onSubmit={(event) => {
        props.onSubmit(event);
        if (!form.isValid()) setHasFailed(true);
      }}
      className={classes.form}
    >
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
          autoComplete={passkey.canOffer ? 'username webauthn' : 'username'}
          data-autofocus={email === '' || undefined}
          key={form.key('email')}
          {...emailProps}
          onFocus={(event) => {
            emailProps.onFocus?.(event);
            void passkey.offer();
          }}
        />
        <div className={classes.field}>
          <PasswordField
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
        <PasskeyButton
          afterFailure={hasFailed}
          busy={passkey.use.isPending}
          onClick={() => passkey.use.mutate()}
        />
        <ProviderButtons remember={() => form.getValues().remember_me} inviteToken={inviteToken} />
      </div>
      <p className={classes.foot}>On a shared computer? Untick ‘Remember me’.</p>
    </form>
  );
}

/** The second step that is asked after the password, with what it can be taken, and whether the browser is to remember. */
interface SecondStepOf extends AskedStep {
  readonly remember: boolean;
}

// If the server refuses, its message is shown as a toast and the person stays logged in.
async function acceptInvitation(token: string, email: string): Promise<void> {
  try {
    await call(peopleRoutes.register, { body: { email, invite_token: token } });
  } catch (error) {
    if (!isApiError(error)) throw error;
  }
}
