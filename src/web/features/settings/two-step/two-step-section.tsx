import { Button, Skeleton } from '@mantine/core';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  RECOVERY_CODES,
  TWO_STEP_MESSAGES,
  type TwoStep,
  twoStepRoutes,
} from '#contract/signing-in/two-step.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { call } from '#web/api/client.ts';
import settings from '#web/features/settings/settings.module.css';
import { formatDate } from '#web/words/dates.ts';
import { type Asked, PasswordAgain } from './password-again.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import classes from './two-step.module.css';

const twoStepQuery = queryOptions({
  queryKey: ['two-step'],
  queryFn: async ({ signal }) => (await call(twoStepRoutes.readTwoStep, { signal })).two_step,
});

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

type Open = 'set-up' | 'remove' | 'renew' | null;

function Ways({ state: { authenticator, recovery_codes_left: left } }: { state: TwoStep }) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: twoStepQuery.queryKey });
  const close = () => setOpen(null);
  const show = (message: string, fresh: readonly string[] | null) => {
    toast.success(message);
    setCodes(fresh);
    close();
    void refresh();
  };
  const remove = useMutation({
    mutationFn: ({ password, handles }: Asked) =>
      call(twoStepRoutes.removeAuthenticator, { body: { existing_password: password }, handles }),
    onSuccess: () => show(TWO_STEP_MESSAGES.turnedOff, null),
  });
  const renew = useMutation({
    mutationFn: ({ password, handles }: Asked) =>
      call(twoStepRoutes.renewRecoveryCodes, { body: { existing_password: password }, handles }),
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
          open === null &&
          (authenticator === null ? (
            <Button
              variant="default"
              size="sm"
              aria-label="Set up the authenticator app"
              onClick={() => setOpen('set-up')}
            >
              Set up
            </Button>
          ) : (
            <Button
              variant="subtle"
              size="sm"
              aria-label="Remove the authenticator app"
              onClick={() => setOpen('remove')}
            >
              Remove
            </Button>
          ))
        }
      />
      {open === 'set-up' && (
        <SetUp onCancel={close} onOn={(fresh) => show(TWO_STEP_MESSAGES.turnedOn, fresh)} />
      )}
      {open === 'remove' && (
        <PasswordAgain
          why="Then your password alone is enough to log in, and your recovery codes work no more."
          label="Remove the app"
          busy={remove.isPending}
          mutate={remove.mutate}
          onCancel={close}
        />
      )}
      {authenticator !== null && (
        <Way
          icon={<IconLifebuoy size={20} aria-hidden="true" />}
          title="Recovery codes"
          text={`${left} of ${RECOVERY_CODES} left`}
          action={
            open === null && (
              <Button
                variant="default"
                size="sm"
                aria-label="New codes for recovery"
                onClick={() => setOpen('renew')}
              >
                New codes
              </Button>
            )
          }
        />
      )}
      {open === 'renew' && (
        <PasswordAgain
          why="The codes that you have kept work no more then."
          label="Make new codes"
          busy={renew.isPending}
          mutate={renew.mutate}
          onCancel={close}
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
