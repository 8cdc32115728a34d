import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { SCREENS } from '#contract/paths.ts';
import { changePasswordForm, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { PasswordField } from '#ui/forms/password-field.tsx';
import { required } from '#ui/forms/required.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors } from '#web/api/form-errors.ts';
import { NewPasswordInput } from '#web/forms/new-password-input.tsx';
import { authLinks, signInAddress } from '#web/session/auth-links.ts';
import { beginSession } from '#web/session/session.ts';
import '#web/styles/field-controls.ts';
import { sessionOfReply } from './begun-session.ts';
import { IncompleteLink } from './incomplete-link.tsx';
import classes from './mailed-link.module.css';
import { useMailedToken } from './use-mailed-token.ts';

const EMPTY = { password: '', password_confirmation: '' };

/** Sets a password by a mailed link. A new account is then signed in, an existing one is redirected to the home page. */
export function Component() {
  const token = useMailedToken();
  return token === null ? (
    <IncompleteLink retry={{ label: 'Ask for a new one', to: authLinks.forgot }} />
  ) : (
    <ChoosePassword token={token} />
  );
}

function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const { form, props } = useSchemaForm(changePasswordForm, EMPTY, (values) => change.mutate(values));
  const change = useMutation({
    mutationFn: (values: typeof EMPTY) =>
      call(peopleRoutes.changePassword, { params: { token }, body: values, handles: showFieldErrors(form) }),
    onSuccess: async ({ message, email, welcome, session }) => {
      toast.success(message || PEOPLE_MESSAGES.passwordChanged);
      if (session !== null) {
        // Nobody has been asked whether this browser may remember them.
        beginSession(sessionOfReply(session), false);
        await navigate(SCREENS.newsletters);
      } else await navigate(welcome ? signInAddress(email) : SCREENS.home);
    },
  });
  return (
    <div className={classes.page}>
      <form {...props} className={classes.card}>
        <div>
          <h1 className={classes.title}>Choose your password</h1>
          <p className={classes.lead}>{FIELD_MESSAGES.passwordHint}.</p>
        </div>
        <NewPasswordInput
          {...required}
          label="Password"
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          {...required}
          label="Confirm password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password' }}
          autoComplete="new-password"
          key={form.key('password_confirmation')}
          {...form.getInputProps('password_confirmation')}
        />
        <BusyButton size="lg" busy={change.isPending} busyLabel="Saving…" fullWidth>
          Save password
        </BusyButton>
        <p className={classes.fine}>
          Is the link too old? <Link to={authLinks.forgot}>Ask for a new one</Link>
        </p>
      </form>
    </div>
  );
}
