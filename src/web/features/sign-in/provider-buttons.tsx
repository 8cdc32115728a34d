import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { providerRoutes } from '#contract/sign-in/providers.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { ProviderLogo } from '#ui/provider-logo.tsx';
import { call } from '#web/api/client.ts';
import { leaveFor } from '#web/session/at-provider.ts';
import { forwardedRequest } from '#web/session/requested-screen.ts';
import { signInProviders } from '#web/words/sign-in-providers.ts';
import classes from './provider-buttons.module.css';

interface ProviderButtonsProps {
  /** Reads the form's checkbox when a button is pressed. */
  readonly remember: () => boolean;
  /** The token of an invitation's link, to accept it after signing in. */
  readonly inviteToken?: string | undefined;
}

/** 'Continue with Google' and the like below a form; renders nothing if the operator has set up none. */
export function ProviderButtons(props: ProviderButtonsProps) {
  const providers = signInProviders();
  if (providers.length === 0) return null;
  return (
    <div className={classes.ways}>
      <p className={classes.or}>or</p>
      {providers.map(({ id, name }) => (
        <ProviderButton key={id} id={id} name={name} {...props} />
      ))}
    </div>
  );
}

function ProviderButton({ id, name, ...how }: { id: string; name: string } & ProviderButtonsProps) {
  const visit = useVisit(id, how);
  return (
    <BusyButton
      type="button"
      size="md"
      variant="default"
      className={classes.button ?? ''}
      busy={visit.isPending}
      busyLabel={`To ${name}…`}
      leftSection={<ProviderLogo id={id} />}
      onClick={() => visit.mutate()}
      fullWidth
    >
      Continue with {name}
    </BusyButton>
  );
}

/** Goes to a provider to sign in there. If it is unavailable, a toast says so, and the form stays as it was. */
export function useVisit(id: string, { remember, inviteToken }: ProviderButtonsProps) {
  const { state } = useLocation();
  return useMutation({
    mutationFn: () =>
      call(providerRoutes.beginProvider, {
        params: { provider: id },
        body: { remember_me: remember(), ...(inviteToken !== undefined && { invite_token: inviteToken }) },
      }),
    onSuccess: ({ address }) => leaveFor(address, forwardedRequest(state), inviteToken),
  });
}
