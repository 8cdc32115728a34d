import { useMutation } from '@tanstack/react-query';
import { PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { useSession } from '#web/session/session.ts';

/** For a person without a password: a mailed link lets them choose the first one, as it proves more than an open session. */
export function FirstPassword() {
  const email = useSession()?.user.attributes.email ?? '';
  const ask = useMutation({
    mutationFn: () => call(peopleRoutes.forgotPassword, { body: { email } }),
    onSuccess: () => toast.success(PEOPLE_MESSAGES.forgot),
  });
  return (
    <div className={settings.notice}>
      <p>You have no password. With one you can sign in without a provider, too.</p>
      <BusyButton
        type="button"
        variant="default"
        size="sm"
        mt="sm"
        busy={ask.isPending}
        busyLabel="Sending…"
        onClick={() => ask.mutate()}
      >
        Send me a link to choose one
      </BusyButton>
    </div>
  );
}
