import { Skeleton } from '@mantine/core';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  RECOVERY_CODES,
  TWO_STEP_MESSAGES,
  type TwoStep,
  twoStepRoutes,
} from '#contract/signing-in/two-step.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { formatDate } from '#web/words/dates.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import classes from './two-step.module.css';
import { twoStepQuery } from './two-step-query.ts';

/** Two-step sign-in: an authenticator app, and recovery codes. */
export function TwoStepSection() {
  const state = useQuery(twoStepQuery);
  return (
    <section className={settings.section}>
      <div className={classes.head}>
        <h2 className={settings.sectionTitle}>Two-step sign-in</h2>
        {state.data && (
          <span className={state.data.authenticator === null ? classes.off : classes.on}>
            {state.data.authenticator === null ? 'Off' : 'On'}
          </span>
        )}
      </div>
      {state.isPending && (
        <Loading label="Loading two-step sign-in">
          <Skeleton height={96} radius="lg" />
        </Loading>
      )}
      {state.isError && !state.data && (
        <ErrorState
          title="We could not load two-step sign-in"
          error={state.error}
          onRetry={() => void state.refetch()}
        />
      )}
      {state.data && <Ways state={state.data} />}
    </section>
  );
}

const REMOVE = {
  title: 'Remove the authenticator app?',
  message: 'Then your password alone is enough to log in, and your recovery codes work no more.',
  confirmLabel: 'Remove the app',
  destructive: true,
};
const RENEW = {
  title: 'Make new recovery codes?',
  message: 'The codes that you have kept work no more then.',
  confirmLabel: 'Make new codes',
};

function Ways({ state: { authenticator, recovery_codes_left: left } }: { state: TwoStep }) {
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: twoStepQuery.queryKey });
  const show = (message: string, fresh: readonly string[] | null) => {
    toast.success(message);
    setCodes(fresh);
    begin.reset();
    void refresh();
  };
  const begin = useMutation({ mutationFn: () => call(twoStepRoutes.beginAuthenticator) });
  const remove = useMutation({
    mutationFn: () => call(twoStepRoutes.removeAuthenticator),
    onSuccess: () => show(TWO_STEP_MESSAGES.turnedOff, null),
  });
  const renew = useMutation({
    mutationFn: () => call(twoStepRoutes.renewRecoveryCodes),
    onSuccess: ({ recovery_codes }) => show(TWO_STEP_MESSAGES.newCodes, recovery_codes),
  });
  return (
    <div className={classes.card}>
      <Way
        icon={<IconDeviceMobile size={20} aria-hidden="true" />}
        title="Authenticator app"
        text={
          authenticator === null
            ? 'After the password, a code that your phone shows'
            : `Set up on ${formatDate(authenticator.added_at)}`
        }
        action={
          begin.data === undefined &&
          (authenticator === null ? (
            <BusyButton
              type="button"
              variant="default"
              size="sm"
              busy={begin.isPending}
              busyLabel="One moment…"
              aria-label="Set up the authenticator app"
              onClick={() => begin.mutate()}
            >
              Set up
            </BusyButton>
          ) : (
            <BusyButton
              type="button"
              variant="subtle"
              size="sm"
              busy={remove.isPending}
              busyLabel="Removing…"
              aria-label="Remove the authenticator app"
              onClick={async () => (await confirm(REMOVE)) && remove.mutate()}
            >
              Remove
            </BusyButton>
          ))
        }
      />
      {begin.data !== undefined && (
        <SetUp
          {...begin.data.authenticator}
          onCancel={begin.reset}
          onOn={(fresh) => show(TWO_STEP_MESSAGES.turnedOn, fresh)}
        />
      )}
      {authenticator !== null && (
        <Way
          icon={<IconLifebuoy size={20} aria-hidden="true" />}
          title="Recovery codes"
          text={`${left} of ${RECOVERY_CODES} left`}
          action={
            <BusyButton
              type="button"
              variant="default"
              size="sm"
              busy={renew.isPending}
              busyLabel="Making them…"
              aria-label="New codes for recovery"
              onClick={async () => (await confirm(RENEW)) && renew.mutate()}
            >
              New codes
            </BusyButton>
          }
        />
      )}
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
    </div>
  );
}

function Way(props: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <div className={classes.way}>
      <span className={settings.icon}>{props.icon}</span>
      <div className={settings.words}>
        <h3 className={classes.title}>{props.title}</h3>
        <p className={settings.text}>{props.text}</p>
      </div>
      {props.action}
    </div>
  );
}
