import { Button, Drawer, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { PEOPLE_MESSAGES, peopleRoutes, registerForm } from '#contract/people.ts';
import { call } from '../../api/client.ts';
import { showFieldErrors } from '../../api/form-errors.ts';
import { authLinks } from '../../auth-links.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { toast } from '../../kit/toast.ts';
import { useSchemaForm } from '../../kit/use-schema-form.ts';
import classes from './auth-panel.module.css';

interface RegisterFormProps {
  readonly email: string;
  /** From an invitation's link. */
  readonly inviteToken: string | undefined;
}

/** Ask for an account. The mail that follows has the link to choose a password. */
export function RegisterForm({ email, inviteToken }: RegisterFormProps) {
  const { form, props } = useSchemaForm(registerForm.pick({ email: true }), { email }, (values) =>
    register.mutate(values),
  );
  const register = useMutation({
    mutationFn: (values: { email: string }) =>
      call(peopleRoutes.register, {
        body: { ...values, ...(inviteToken !== undefined && { invite_token: inviteToken }) },
        handles: showFieldErrors(form),
      }),
    onSuccess: () => toast.success(PEOPLE_MESSAGES.registered),
  });
  if (register.isSuccess)
    return <CheckInbox email={register.variables.email} onAgain={() => register.reset()} />;
  return (
    <form {...props} className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>Try for 3 months</Drawer.Title>
          <p className={classes.lead}>
            {inviteToken === undefined
              ? 'Immediate access. No payment details needed.'
              : PEOPLE_MESSAGES.enterEmail}
          </p>
        </div>
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          description="We send you a link to choose your password."
          data-autofocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <BusyButton size="lg" busy={register.isPending} busyLabel="Sending…" fullWidth>
          {inviteToken === undefined ? 'Try it free' : 'Get access'}
        </BusyButton>
        <p className={classes.fine}>
          By registering you agree to our <Link to={SCREENS.terms}>Terms</Link>. How we treat your data stands
          in the <Link to={SCREENS.privacy}>Privacy Notice</Link>.
        </p>
        <p>
          <Link to={{ search: authLinks.login }}>Already registered?</Link>
        </p>
      </div>
    </form>
  );
}

function CheckInbox({ email, onAgain }: { email: string; onAgain: () => void }) {
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
          Nothing there after a few minutes? Look among the junk mail, or check the address.
        </p>
        <Button variant="default" size="lg" onClick={onAgain} data-autofocus>
          Use another address
        </Button>
      </div>
    </div>
  );
}
