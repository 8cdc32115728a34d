import { Skeleton } from '@mantine/core';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { TWO_STEP_ID } from '#contract/paths.ts';
import { PASSKEY_MESSAGES } from '#contract/signing-in/passkeys.ts';
import { SECOND_FACTOR_MESSAGES } from '#contract/signing-in/second-factor.ts';
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
import { ownProvidersQuery } from '#web/api/own-providers.ts';
import { Passkeys } from '#web/features/settings/passkeys/passkeys.tsx';
import { sessionsQuery } from '#web/features/settings/session-list.tsx';
import settings from '#web/features/settings/settings.module.css';
import { formatDate } from '#web/words/dates.ts';
import { signInProviders } from '#web/words/sign-in-providers.ts';
import { MethodRow } from './method-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import classes from './two-step.module.css';
import { twoStepQuery } from './two-step-query.ts';

/** Two-step sign-in: passkeys, an authenticator app, and recovery codes. */
export function TwoStepSection() {
  const state = useQuery(twoStepQuery);
  const title = useLinkedHere(!state.isPending);
  const elsewhere = useOnlyProvider();
  return (
    <section className={settings.section}>
      <div className={classes.head}>
        <h2 className={settings.sectionTitle} id={TWO_STEP_ID} tabIndex={-1} ref={title}>
          Two-step sign-in
        </h2>
        {state.data && (
          <span className={isOn(state.data) || elsewhere !== null ? classes.on : classes.off}>
            {isOn(state.data) ? 'On' : elsewhere === null ? 'Off' : `By ${elsewhere}`}
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
      {state.data && <Ways state={state.data} elsewhere={elsewhere} />}
    </section>
  );
}

/** The name of the provider by which alone somebody without a password signs in; null for everybody else. */
function useOnlyProvider(): string | null {
  const own = useQuery({ ...ownProvidersQuery, enabled: signInProviders().length > 0 });
  if (own.data === undefined || own.data.has_password) return null;
  return own.data.providers.find(({ connected }) => connected !== null)?.name ?? null;
}

/** Brings the section into view and gives its title the focus, for a link that leads here; again once it is as tall as it will be. */
function useLinkedHere(isLoaded: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const visit = hash === `#${TWO_STEP_ID}` ? `${key} ${isLoaded}` : null;
  useEffect(() => {
    if (visit === null) return;
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'start' });
  }, [visit]);
  return title;
}

const removal = (hasPasskeys: boolean) => ({
  title: 'Remove the authenticator app?',
  message: hasPasskeys
    ? 'Then your passkeys are asked for after the password.'
    : 'Then your password alone is enough to log in, and your recovery codes work no more.',
  confirmLabel: 'Remove the app',
  destructive: true,
});
const RENEW = {
  title: 'Make new recovery codes?',
  message: 'The codes that you have kept work no more then.',
  confirmLabel: 'Make new codes',
};

const isOn = ({ authenticator, passkeys }: TwoStep) => authenticator !== null || passkeys.length > 0;

function Ways({ state, elsewhere }: { state: TwoStep; elsewhere: string | null }) {
  const { authenticator, passkeys, recovery_codes_left: left } = state;
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = async () => {
    for (const { queryKey } of [twoStepQuery, sessionsQuery])
      await queryClient.invalidateQueries({ queryKey });
  };
  const show = (message: string, fresh: readonly string[] = []) => {
    toast.success(message);
    // Those that came before another way was added are still to be kept.
    if (fresh.length > 0) setCodes(fresh);
    begin.reset();
    void refresh();
  };
  const begin = useMutation({ mutationFn: () => call(twoStepRoutes.beginAuthenticator) });
  const remove = useMutation({
    mutationFn: () => call(twoStepRoutes.removeAuthenticator),
    onSuccess: () => {
      show(passkeys.length > 0 ? TWO_STEP_MESSAGES.removed : TWO_STEP_MESSAGES.turnedOff);
      if (passkeys.length === 0) setCodes(null);
    },
  });
  const askToRemove = async () => {
    const hasPasskeys = passkeys.length > 0;
    if (!hasPasskeys && state.last_way_stays) toast.error(SECOND_FACTOR_MESSAGES.lastFactor);
    else if (await confirm(removal(hasPasskeys))) remove.mutate();
  };
  const renew = useMutation({
    mutationFn: () => call(twoStepRoutes.renewRecoveryCodes),
    onSuccess: ({ recovery_codes }) => show(TWO_STEP_MESSAGES.newCodes, recovery_codes),
  });
  return (
    <div className={classes.card}>
      <Passkeys
        passkeys={passkeys}
        isLastWay={authenticator === null && passkeys.length === 1}
        lastStays={state.last_way_stays}
        onAdded={(fresh) => show(PASSKEY_MESSAGES.added, fresh)}
        onRemoved={() => {
          show(PASSKEY_MESSAGES.removed);
          if (authenticator === null && passkeys.length === 1) setCodes(null);
        }}
        onRenamed={() => show(PASSKEY_MESSAGES.renamed)}
      />
      <MethodRow
        icon={<IconDeviceMobile size={20} aria-hidden="true" />}
        title="Authenticator app"
        text={
          authenticator === null
            ? elsewhere === null
              ? 'After the password, a code that your phone shows'
              : `A code that your phone shows. ${elsewhere} asks for its own when you sign in`
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
              busyLabel="Wait…"
              aria-label={begin.isPending ? undefined : 'Set up the authenticator app'}
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
              aria-label={remove.isPending ? undefined : 'Remove the authenticator app'}
              onClick={() => void askToRemove()}
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
          onOn={(fresh) =>
            show(fresh.length > 0 ? TWO_STEP_MESSAGES.turnedOn : TWO_STEP_MESSAGES.added, fresh)
          }
        />
      )}
      {isOn(state) && (
        <MethodRow
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
              aria-label={renew.isPending ? undefined : 'New codes for recovery'}
              onClick={async () => (await confirm(RENEW)) && renew.mutate()}
            >
              New codes
            </BusyButton>
          }
        />
      )}
      {codes !== null && <RecoveryCodes key={codes.join()} codes={codes} onKept={() => setCodes(null)} />}
    </div>
  );
}
