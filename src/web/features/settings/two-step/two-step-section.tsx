import { Skeleton } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { TWO_STEP_ID } from '#contract/paths.ts';
import { PASSKEY_MESSAGES } from '#contract/sign-in/passkeys.ts';
import { SECOND_FACTOR_MESSAGES } from '#contract/sign-in/second-factor.ts';
import { TWO_STEP_MESSAGES, type TwoStep, twoStepRoutes } from '#contract/sign-in/two-step.ts';
import { codeWay } from '#contract/sign-in/ways/code.ts';
import { passkeyWay } from '#contract/sign-in/ways/passkey.ts';
import { RECOVERY_CODES } from '#contract/sign-in/ways/recovery-code.ts';
import { wayOf } from '#contract/sign-in/ways.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { call } from '#web/api/client.ts';
import { ownProvidersQuery } from '#web/api/own-providers.ts';
import { Passkeys } from '#web/features/settings/passkeys/passkeys.tsx';
import { sessionsQuery } from '#web/features/settings/session-list.tsx';
import settings from '#web/features/settings/settings.module.css';
import { signInProviders } from '#web/words/sign-in-providers.ts';
import { AuthenticatorRow } from './authenticator-row.tsx';
import { HeldWays } from './held-ways.tsx';
import { MethodRow } from './method-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUp } from './set-up.tsx';
import classes from './two-step.module.css';
import { twoStepQuery } from './two-step-query.ts';

/** Two-step sign-in: passkeys, an authenticator app, other second factors, and recovery codes. */
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

/** The only provider by which a person without a password signs in; null for everybody else. */
function useOnlyProvider(): string | null {
  const own = useQuery({ ...ownProvidersQuery, enabled: signInProviders().length > 0 });
  if (own.data === undefined || own.data.has_password) return null;
  return own.data.providers.find(({ connected }) => connected !== null)?.name ?? null;
}

/** For a link to this section: scrolls to it and focuses its title, and again when it has its full height. */
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

const removal = (next: string | undefined) => ({
  title: 'Remove the authenticator app?',
  message:
    next === undefined
      ? 'Then your password alone is enough to log in, and your recovery codes work no more.'
      : next === passkeyWay.id
        ? 'Then your passkeys are asked for after the password.'
        : `Then ${wayOf(next)?.words.one ?? 'another way'} is asked for after the password.`,
  confirmLabel: 'Remove the app',
  destructive: true,
});
const RENEW = {
  title: 'Make new recovery codes?',
  message: 'The codes that you have kept work no more then.',
  confirmLabel: 'Make new codes',
};

const isOn = ({ ways }: TwoStep) => ways.length > 0;

/** The ways that have rows of their own here, with all that sets them up. */
const WITH_ROWS: readonly string[] = [passkeyWay.id, codeWay.id];

function Ways({ state, elsewhere }: { state: TwoStep; elsewhere: string | null }) {
  const { authenticator, passkeys, ways, recovery_codes_left: left } = state;
  const { codes, setCodes, show, begin, remove, askToRemove, renew } = useTwoStepActions(state);
  const isPasskeyLast = passkeys.length === 1 && ways.length === 1;
  return (
    <div className={classes.card}>
      <Passkeys
        passkeys={passkeys}
        isLastWay={isPasskeyLast}
        lastStays={state.last_way_stays}
        onAdded={(fresh) => show(PASSKEY_MESSAGES.added, fresh)}
        onRemoved={() => {
          show(PASSKEY_MESSAGES.removed);
          if (isPasskeyLast) setCodes(null);
        }}
        onRenamed={() => show(PASSKEY_MESSAGES.renamed)}
      />
      <AuthenticatorRow
        addedAt={authenticator?.added_at ?? null}
        elsewhere={elsewhere}
        isSettingUp={begin.data !== undefined}
        busy={begin.isPending || remove.isPending}
        onSetUp={() => begin.mutate()}
        onRemove={() => void askToRemove()}
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
      <HeldWays ways={ways.filter((id) => !WITH_ROWS.includes(id))} />
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

/** The actions on the ways of two-step sign-in, with their messages. `codes`: new recovery codes, not kept yet. */
function useTwoStepActions(state: TwoStep) {
  const others = state.ways.filter((id) => id !== codeWay.id);
  const isLast = others.length === 0;
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = async () => {
    for (const { queryKey } of [twoStepQuery, sessionsQuery])
      await queryClient.invalidateQueries({ queryKey });
  };
  const show = (message: string, fresh: readonly string[] = []) => {
    toast.success(message);
    // Without new codes, earlier ones that are not kept yet stay.
    if (fresh.length > 0) setCodes(fresh);
    begin.reset();
    void refresh();
  };
  const begin = useMutation({ mutationFn: () => call(twoStepRoutes.beginAuthenticator) });
  const remove = useMutation({
    mutationFn: () => call(twoStepRoutes.removeAuthenticator),
    onSuccess: () => {
      show(isLast ? TWO_STEP_MESSAGES.turnedOff : TWO_STEP_MESSAGES.removed);
      if (isLast) setCodes(null);
    },
  });
  const askToRemove = async () => {
    if (isLast && state.last_way_stays) toast.error(SECOND_FACTOR_MESSAGES.lastFactor);
    else if (await confirm(removal(others[0]))) remove.mutate();
  };
  const renew = useMutation({
    mutationFn: () => call(twoStepRoutes.renewRecoveryCodes),
    onSuccess: ({ recovery_codes }) => show(TWO_STEP_MESSAGES.newCodes, recovery_codes),
  });
  return { codes, setCodes, show, begin, remove, askToRemove, renew };
}
