import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type TrustedComputer, TWO_STEP_MESSAGES, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { deviceName } from '#web/features/settings/device-name.ts';
import settings from '#web/features/settings/settings.module.css';
import { formatDate } from '#web/words/dates.ts';
import classes from './two-step.module.css';
import { twoStepQuery } from './two-step-query.ts';

/** The computers on which the person need not take the second step; renders nothing if there are none. */
export function TrustedComputers() {
  const computers = useQuery(twoStepQuery).data?.trusted_computers ?? [];
  if (computers.length === 0) return null;
  return (
    <section className={settings.section}>
      <h2 className={classes.trusted}>Computers that you trust</h2>
      <p className={classes.lead}>There, your password is enough.</p>
      <ul className={settings.sessions}>
        {computers.map((computer) => (
          <Computer key={computer.id} {...computer} />
        ))}
      </ul>
    </section>
  );
}

function Computer({ id, device, trusted_at, ends_at, last_used_at }: TrustedComputer) {
  const queryClient = useQueryClient();
  const name = deviceName(device);
  const forget = useMutation({
    mutationFn: () => call(twoStepRoutes.forgetTrusted, { params: { id } }),
    onSuccess: () => toast.success(TWO_STEP_MESSAGES.untrusted(name)),
    // Runs after a failure, too: it may have been removed in another window.
    onSettled: () => queryClient.invalidateQueries({ queryKey: twoStepQuery.queryKey }),
  });
  const used = last_used_at === null ? 'not used since' : `last used ${formatDate(last_used_at)}`;
  return (
    <li className={settings.session}>
      <div>
        <p className={settings.device}>{name}</p>
        <p className={settings.text}>
          Since {formatDate(trusted_at)}, until {formatDate(ends_at)}, {used}
        </p>
      </div>
      <BusyButton
        type="button"
        variant="default"
        size="sm"
        busy={forget.isPending}
        busyLabel="Forgetting…"
        aria-label={forget.isPending ? undefined : `Forget ${name}`}
        onClick={() => forget.mutate()}
      >
        Forget
      </BusyButton>
    </li>
  );
}
