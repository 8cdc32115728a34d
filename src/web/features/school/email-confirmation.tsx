import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SCHOOL_MESSAGES, type SchoolResource, schoolRoutes } from '#contract/school.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import classes from './school.module.css';

/** Whether the school's email is confirmed; if not, a button mails the link again. */
export function EmailConfirmation({ school }: { school: SchoolResource }) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => call(schoolRoutes.requestEmailConfirmation, { params: { id: school.id } }),
    onSuccess: () => toast.success(SCHOOL_MESSAGES.emailAsked),
    // Somebody else may have confirmed it meanwhile.
    onError: () => client.invalidateQueries({ queryKey: queryKeys.school }),
  });
  const { email, email_confirmed } = school.attributes;
  if (email_confirmed)
    return (
      <p className={classes.confirmation}>
        {email} is confirmed: replies to your newsletters go there unless you choose otherwise.
      </p>
    );
  return (
    <div className={classes.confirmation} role="note">
      <p>
        {email} is not confirmed yet. We have mailed a link to it, which works for seven days. Until somebody
        there follows it, replies to your newsletters go to the owner’s own address.
      </p>
      <BusyButton
        type="button"
        variant="default"
        busy={ask.isPending}
        busyLabel="Mailing the link…"
        onClick={() => ask.mutate()}
      >
        Mail the link again
      </BusyButton>
    </div>
  );
}
