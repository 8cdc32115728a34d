import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type OwnProvider, PROVIDER_MESSAGES, providerRoutes } from '#contract/sign-in/providers.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { ProviderLogo } from '#ui/provider-logo.tsx';
import { call } from '#web/api/client.ts';
import { ownProvidersQuery } from '#web/api/own-providers.ts';
import { sessionsQuery } from '#web/features/settings/session-list.tsx';
import settings from '#web/features/settings/settings.module.css';
import ways from '#web/features/settings/two-step/two-step.module.css';
import { leaveFor } from '#web/session/at-provider.ts';
import { formatDate } from '#web/words/dates.ts';
import { signInProviders } from '#web/words/sign-in-providers.ts';
import classes from './provider-section.module.css';

/** Whether the person has a password; null while that is unknown, and if everybody must have one. */
export function useHasPassword(): boolean | null {
  const { data } = useQuery({ ...ownProvidersQuery, enabled: signInProviders().length > 0 });
  return data?.has_password ?? null;
}

/** 'Also sign in with': connects and disconnects providers. Renders nothing if the operator has set up none. */
export function ProviderSection() {
  return signInProviders().length === 0 ? null : <Providers />;
}

function Providers() {
  const state = useQuery(ownProvidersQuery);
  return (
    <section className={settings.section} aria-labelledby="also-sign-in-with">
      <h2 id="also-sign-in-with" className={`${settings.sectionTitle} ${classes.title}`}>
        Also sign in with
      </h2>
      {state.isPending && (
        <Loading label="Loading what you sign in with">
          <Skeleton height={96} radius="lg" />
        </Loading>
      )}
      {state.isError && !state.data && (
        <ErrorState
          title="We could not load what you sign in with"
          error={state.error}
          onRetry={() => void state.refetch()}
        />
      )}
      {state.data && (
        <ul className={`${ways.card} ${classes.list}`}>
          {state.data.providers.map((each) => (
            <Way key={each.id} provider={each} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Way({ provider: { id, name, connected } }: { provider: OwnProvider }) {
  return (
    <li className={ways.way}>
      <span className={`${settings.icon} ${classes.logo}`}>
        <ProviderLogo id={id} />
      </span>
      <div className={settings.words}>
        <h3 className={ways.title}>{name}</h3>
        {connected !== null && (
          <p className={`${settings.text} ${classes.email}`}>
            {connected.email || `Connected on ${formatDate(connected.at)}`}
          </p>
        )}
      </div>
      {connected === null ? <Connect id={id} name={name} /> : <Disconnect id={id} name={name} />}
    </li>
  );
}

function Connect({ id, name }: { id: string; name: string }) {
  const connect = useMutation({
    mutationFn: () => call(providerRoutes.connectProvider, { params: { provider: id } }),
    onSuccess: ({ address }) => leaveFor(address),
  });
  return (
    <BusyButton
      type="button"
      variant="default"
      size="sm"
      busy={connect.isPending}
      busyLabel={`To ${name}…`}
      aria-label={`Connect ${name}`}
      onClick={() => connect.mutate()}
    >
      Connect
    </BusyButton>
  );
}

function Disconnect({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient();
  const disconnect = useMutation({
    mutationFn: () => call(providerRoutes.disconnectProvider, { params: { provider: id } }),
    onSuccess: async () => {
      toast.success(PROVIDER_MESSAGES.disconnected(name));
      for (const { queryKey } of [ownProvidersQuery, sessionsQuery])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <Button
      variant="subtle"
      size="sm"
      aria-label={`Disconnect ${name}`}
      aria-disabled={disconnect.isPending || undefined}
      onClick={() => disconnect.isPending || disconnect.mutate()}
    >
      Disconnect
    </Button>
  );
}
