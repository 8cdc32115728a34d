import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { peopleRoutes, signInForm } from '#contract/people.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { showFieldErrors, showRefusal } from '#web/api/form-errors.ts';
import { usePasskeySignIn } from '#web/features/sign-in/passkeys/use-passkey-sign-in.ts';
import { requestedScreenIn } from '#web/session/requested-screen.ts';
import { beginSession, type Session } from '#web/session/session.ts';
import { sessionOfReply } from './begun-session.ts';
import { type AskedStep, secondStepIn } from './second-step.tsx';

/** Logs in by password or passkey. `second` is the step after the password, if one is required. */
export function useSignIn(email: string, inviteToken: string | undefined) {
  const begin = useBegin(inviteToken);
  const { form, props } = useSchemaForm(signInForm, { email, password: '', remember_me: true }, (values) => {
    void passkey.stop();
    login.mutate(values);
  });
  const [hasFailed, setHasFailed] = useState(false);
  const [second, setSecond] = useState<SecondStepOf | null>(null);
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
      if (step !== null) setSecond({ ...step, remember: remember_me });
      else showRefusal(form, 'password')(error);
    },
  });
  const passkey = usePasskeySignIn({ remember: () => form.getValues().remember_me, onSignedIn: begin });
  const onSubmit: typeof props.onSubmit = (event) => {
    props.onSubmit(event);
    if (!form.isValid()) setHasFailed(true);
  };
  return {
    form,
    props: { ...props, onSubmit },
    isBusy: login.isPending,
    /** Whether sending the form has failed. */
    hasFailed,
    passkey,
    second: second && {
      step: second.step,
      ways: second.ways,
      onSignedIn: (session: Session) => begin(session, second.remember),
      onOver: () => setSecond(null),
    },
  };
}

/**
 * Begins the session, accepts the invitation if the person has no school yet, and opens the requested screen or the newsletters. (The
 * app guard redirects people who must change their password.)
 */
function useBegin(inviteToken: string | undefined) {
  const navigate = useNavigate();
  const { state } = useLocation();
  return async (session: Session, remember: boolean) => {
    beginSession(session, remember);
    const { role, email } = session.user.attributes;
    if (inviteToken !== undefined && role === null) await acceptInvitation(inviteToken, email);
    await navigate(requestedScreenIn(state, email) ?? SCREENS.newsletters);
  };
}

/** The second step after the password, with its ways, and whether the browser is to remember the person. */
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
