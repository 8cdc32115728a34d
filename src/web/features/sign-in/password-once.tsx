import { Drawer } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { signInPassword } from '#contract/fields.ts';
import { SCREENS } from '#contract/paths.ts';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors, showRefusal } from '#web/api/form-errors.ts';
import { UsernameField } from '#web/forms/username-field.tsx';
import { authLinks } from '#web/session/auth-links.ts';
import type { Session } from '#web/session/session.ts';
import { productName } from '#web/words/product.ts';
import { providerName } from '#web/words/sign-in-providers.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { useVisit } from './provider-buttons.tsx';
import { type AskedStep, SecondStep, secondStepIn } from './second-step.tsx';

const passwordForm = z.strictObject({ password: signInPassword });

interface PasswordOnceProps {
  readonly provider: string;
  readonly step: string;
  readonly email: string;
  readonly remember: boolean;
  readonly onSignedIn: (session: Session) => void;
}

/** Asks for the account's password once, to connect it with the provider's identity: an equal address alone is no proof. */
export function PasswordOnce({ provider, step, email, remember, onSignedIn }: PasswordOnceProps) {
  const name = providerName(provider);
  const [secondStep, setSecondStep] = useState<AskedStep | null>(null);
  const another = useVisit(provider, { remember: () => remember });
  const { form, props } = useSchemaForm(passwordForm, { password: '' }, (values) => connect.mutate(values));
  const connect = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(providerRoutes.connectByPassword, {
        body: { step, password },
        handles: (error) => secondStepIn(error) !== null || showFieldErrors(form)(error),
      }),
    onSuccess: ({ session }) => onSignedIn(sessionOfReply(session)),
    onError: (error) => {
      setSecondStep(secondStepIn(error));
      showRefusal(form, 'password')(error);
    },
  });
  if (secondStep !== null)
    return (
      <SecondStep
        {...secondStep}
        onSignedIn={async (session) => onSignedIn(session)}
        onOver={() => setSecondStep(null)}
      />
    );
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Your password, once</Drawer.Title>
          <p className={classes.said}>
            Do you have an account here as <strong>{email}</strong>?
          </p>
          <p className={classes.lead}>
            Enter its {productName()} password. From then on {name} signs you in.
          </p>
        </div>
        <UsernameField email={email} />
        <div className={classes.field}>
          <PasswordField
            {...required}
            label="Password"
            autoComplete="current-password"
            autoFocus
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Link to={authLinks.forgot} className={classes.forgot}>
            Forgot password?
          </Link>
        </div>
        <div className={classes.answers}>
          <BusyButton size="lg" busy={connect.isPending} busyLabel="Connecting…" fullWidth>
            Connect {name}
          </BusyButton>
          <BusyButton
            type="button"
            size="lg"
            variant="default"
            busy={another.isPending}
            busyLabel="One moment…"
            onClick={() => another.mutate()}
            fullWidth
          >
            Another account
          </BusyButton>
        </div>
        <p className={classes.fine}>
          No account yet?{' '}
          <Link to={{ pathname: SCREENS.home, search: authLinks.register }}>Start a new school</Link>, or ask
          your school’s owner to invite you.
        </p>
      </div>
    </form>
  );
}
