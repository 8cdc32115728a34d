import { Drawer } from '@mantine/core';
import { type FormEvent, useRef } from 'react';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '#web/styles/field-controls.ts';
import { ModalGuard } from '#ui/dialogs/modal-guard.tsx';
import { useOpenedAfterMount } from '#ui/use-opened-after-mount.ts';
import { Wordmark } from '#web/app/brand.tsx';
import type { AuthMode } from './auth-mode.ts';
import classes from './auth-panel.module.css';
import { ForgotForm } from './forgot-form.tsx';
import { type Invited, WithInvitation } from './invited.tsx';
import { ProviderReturn } from './provider-return.tsx';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { UnlessSignedIn } from './unless-signed-in.tsx';

/** The panel over the public pages: Log in, Register or Forgot Password. */
export function AuthPanel({
  mode,
  opened,
  onClose,
}: {
  mode: AuthMode;
  opened: boolean;
  onClose: () => void;
}) {
  // A typed email is passed on when the person changes from one form to another.
  const typed = useRef('');
  const keepTyped = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && target.type === 'email') typed.current = target.value;
  };
  const email = mode.email || typed.current;
  return (
    <Drawer.Root
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      position="right"
      offset={12}
      size={464}
    >
      <Drawer.Overlay color="var(--scrim)" backgroundOpacity={1} blur={4} />
      <Drawer.Content classNames={{ content: classes.panel ?? '' }} onInput={keepTyped}>
        <ModalGuard />
        <div className={classes.head}>
          <Wordmark size={24} />
          <Drawer.CloseButton aria-label="Close" />
        </div>
        {mode.kind === 'provider' ? (
          <ProviderReturn key={mode.provider} provider={mode.provider} />
        ) : mode.kind === 'forgot' ? (
          <ForgotForm email={email} />
        ) : mode.inviteToken === undefined ? (
          <UnlessSignedIn key={mode.kind}>
            <EntryForm mode={mode} email={email} />
          </UnlessSignedIn>
        ) : (
          <WithInvitation token={mode.inviteToken}>
            {(invited) => <EntryForm mode={mode} email={email} invited={invited} />}
          </WithInvitation>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

function EntryForm({
  mode,
  email: given,
  invited,
}: {
  mode: Exclude<AuthMode, { kind: 'forgot' | 'provider' }>;
  email: string;
  invited?: Invited;
}) {
  const email = given || (invited?.by?.email ?? '');
  return mode.kind === 'login' ? (
    <SignInForm key={mode.email} email={email} inviteToken={invited?.token} />
  ) : (
    <RegisterForm email={email} invited={invited} />
  );
}
