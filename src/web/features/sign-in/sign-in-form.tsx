import { Checkbox, Drawer, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PEOPLE_MESSAGES } from '#contract/people.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { PasskeyButton } from '#web/features/sign-in/passkeys/passkey-button.tsx';
import { authLinks } from '#web/session/auth-links.ts';
import { forwardedRequest, requestedScreenIn } from '#web/session/requested-screen.ts';
import classes from './auth-panel.module.css';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStep } from './second-step.tsx';
import { useSignIn } from './use-sign-in.ts';

interface SignInFormProps {
  readonly email: string;
  /** The token of an invitation's link. */
  readonly inviteToken: string | undefined;
}

/** Logs in. */
export function SignInForm({ email: given, inviteToken }: SignInFormProps) {
  // Fixed at the first render: the panel changes the prop while the person types.
  const [email] = useState(given);
  const { form, props, isBusy, hasFailed, passkey, second } = useSignIn(email, inviteToken);
  const { state } = useLocation();
  if (second !== null) return <SecondStep {...second} />;
  const emailProps = form.getInputProps('email');
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <Head />
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
        <BusyButton size="lg" busy={isBusy} busyLabel="Logging in…" fullWidth>
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

function Head() {
  const { state } = useLocation();
  return (
    <div>
      <Drawer.Title className={classes.title}>Log in</Drawer.Title>
      {requestedScreenIn(state) !== null && <p className={classes.lead}>{PEOPLE_MESSAGES.signInFirst}</p>}
      <p className={classes.lead}>
        <Link to={{ search: authLinks.register }} state={forwardedRequest(state)}>
          Not a user?
        </Link>{' '}
        It is free for 3 months.
      </p>
    </div>
  );
}
