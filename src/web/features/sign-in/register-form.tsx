import { Button, Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PEOPLE_MESSAGES, peopleRoutes, registerForm } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { useSuggestedAddress } from '#web/forms/suggested-address.tsx';
import { authLinks } from '#web/session/auth-links.ts';
import { forwardedRequest } from '#web/session/requested-screen.ts';
import classes from './auth-panel.module.css';
import type { Invited } from './invited.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

interface RegisterFormProps {
  readonly email: string;
  /** Set if the person has opened an invitation's link. */
  readonly invited?: Invited | undefined;
}

/** Registers an account. The server mails a link to choose a password. */
export function RegisterForm({ email: given, invited }: RegisterFormProps) {
  // An invitation is valid only for the email it was sent to.
  const email = invited?.by?.email ?? given;
  const inviteToken = invited?.token;
  const { state } = useLocation();
  const meant = useSuggestedAddress();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { form, props } = useSchemaForm(registerForm.pick({ email: true }), { email }, (values) => {
    // The address of an invitation cannot be changed, so it is not checked for typos.
    if (invited?.by !== undefined || meant.mayBeSent(values.email)) register.mutate(values);
  });
  const register = useMutation({
    mutationFn: (values: { email: string }) =>
      call(peopleRoutes.register, {
        body: { ...values, ...(inviteToken !== undefined && { invite_token: inviteToken }) },
        handles: showFieldErrors(form),
      }),
    onSuccess: (_, { email }) => {
      toast.success(mailedTo === null ? PEOPLE_MESSAGES.registered : PEOPLE_MESSAGES.registeredAgain);
      setMailedTo(email);
    },
    // The error is shown in the form.
    onError: () => setMailedTo(null),
  });
  const submitLabel = invited === undefined ? 'Try it free' : 'Get access';
  if (mailedTo !== null)
    return (
      <CheckInbox
        email={mailedTo}
        busy={register.isPending}
        onAgain={() => register.mutate({ email: mailedTo })}
        onOther={inviteToken === undefined ? () => setMailedTo(null) : undefined}
      />
    );
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <Head invited={invited} />
        <TextInput
          {...required}
          label="Email"
          type="email"
          autoComplete="email"
          description={
            invited?.by
              ? 'The invitation was sent to this address. We send the next step there.'
              : 'We send you a link to choose your password.'
          }
          readOnly={invited?.by !== undefined}
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        {meant.hint(form, submitLabel)}
        <BusyButton size="lg" busy={register.isPending} busyLabel="Sending…" fullWidth>
          {submitLabel}
        </BusyButton>
        {/* Nobody has been asked whether this browser may remember them. */}
        {!invited?.invalidMessage && <ProviderButtons remember={() => false} inviteToken={inviteToken} />}
        <p className={classes.fine}>
          By registering you agree to our <Link to={SCREENS.terms}>Terms</Link>. How we treat your data is in
          the <Link to={SCREENS.privacy}>Privacy Notice</Link>.
        </p>
        <p>
          <Link to={{ search: authLinks.login }} state={forwardedRequest(state)}>
            Already registered?
          </Link>
        </p>
      </div>
    </form>
  );
}

function Head({ invited }: { invited: Invited | undefined }) {
  return (
    <>
      <div>
        <Drawer.Title className={classes.title}>
          {/* Invited people start no trial: the school exists already. */}
          {invited?.by ? `Join ${invited.by.school}` : 'Try for 3 months'}
        </Drawer.Title>
        {invited?.by && <p className={classes.from}>{invited.by.school} invites you to its staff.</p>}
        <p className={classes.lead}>
          {invited === undefined
            ? 'Immediate access. No payment details needed.'
            : PEOPLE_MESSAGES.enterEmail}
        </p>
      </div>
      {invited?.invalidMessage && (
        <p role="alert" className={classes.dead}>
          {invited.invalidMessage}
        </p>
      )}
    </>
  );
}

interface CheckInboxProps {
  email: string;
  busy: boolean;
  onAgain: () => void;
  /** Undefined if an invitation fixes the email. */
  onOther: (() => void) | undefined;
}

// The server does not say when a rate limit has stopped the mail, so everybody gets the advice about it.
function CheckInbox({ email, busy, onAgain, onOther }: CheckInboxProps) {
  return (
    <div className={classes.form}>
      <div className={classes.middle}>
        <div role="status">
          <Drawer.Title className={classes.title}>{PEOPLE_MESSAGES.checkInbox}</Drawer.Title>
          <p className={classes.lead}>
            We have written to {email}. The link in the mail works for three days.
          </p>
        </div>
        <p className={classes.fine}>
          Nothing there after a few minutes? Look among the junk mail{onOther && ', or check the address'}. If
          you have asked several times, or many people near you have, it may not have gone out: have it sent
          again after an hour.
        </p>
        <BusyButton
          type="button"
          variant="default"
          size="lg"
          busy={busy}
          busyLabel="Sending…"
          onClick={onAgain}
        >
          Send it again
        </BusyButton>
        {onOther ? (
          <Button variant="default" size="lg" onClick={onOther} data-autofocus>
            Use another address
          </Button>
        ) : (
          <Button
            variant="default"
            size="lg"
            component={Link}
            to={{ search: authLinks.login }}
            data-autofocus
          >
            Log in
          </Button>
        )}
      </div>
    </div>
  );
}
