import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LINK_LIFETIME, PEOPLE_MESSAGES, peopleRoutes } from '#contract/people.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from './settings.module.css';

const LIFE_HOURS = LINK_LIFETIME.confirm_email / HOUR_MS;

/**
 * An email change that waits for confirmation, with buttons to send the link again or to cancel. `onCanceled` is called when
 * it has been canceled, because the focused button disappears.
 */
export function PendingEmail({
  email,
  wanted,
  onCanceled,
}: {
  email: string;
  wanted: string;
  onCanceled: () => void;
}) {
  const client = useQueryClient();
  // It may have been confirmed or canceled in another browser meanwhile.
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.profile });
  const resend = useMutation({
    mutationFn: () => call(peopleRoutes.resendEmailChange),
    onSuccess: () => toast.success(PEOPLE_MESSAGES.emailChangeResent),
    onError: refresh,
  });
  const cancel = useMutation({
    mutationFn: () => call(peopleRoutes.cancelEmailChange),
    onSuccess: () => {
      toast.success(PEOPLE_MESSAGES.emailChangeCanceled);
      onCanceled();
    },
    onSettled: refresh,
  });
  return (
    <div className={classes.pending}>
      <p role="status">
        We sent a link to {wanted}. It works for {LIFE_HOURS} hours. Until you follow it, you log in with{' '}
        {email}.
      </p>
      <div className={classes.sectionActions}>
        <BusyButton
          type="button"
          variant="default"
          size="sm"
          busy={resend.isPending}
          busyLabel="Sending…"
          onClick={() => resend.mutate()}
        >
          Send it again
        </BusyButton>
        <Button variant="default" size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel the change
        </Button>
      </div>
    </div>
  );
}
