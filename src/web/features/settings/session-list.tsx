import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { YOU_ARE_ELSEWHERE } from '#contract/sign-in/elsewhere.ts';
import { type SessionResource, sessionRoutes } from '#contract/sign-in/sessions.ts';
import { wayOf } from '#contract/sign-in/ways.ts';
import { confirm } from '#ui/dialogs/confirm.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { type ApiError, isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { twoStepQuery } from '#web/features/settings/two-step/two-step-query.ts';
import { endSession } from '#web/session/session.ts';
import { formatDateTime } from '#web/words/dates.ts';
import { deviceName } from './device-name.ts';
import classes from './settings.module.css';

/** The person's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(sessionRoutes.listSessions, { signal })).sessions.data,
});

const SIGN_OUT_EVERYWHERE = {
  title: 'Sign out everywhere?',
  message:
    'Every browser in which you are signed in is signed out, this one too, and no computer is trusted any more. You can log in again at once. What you have not saved is lost.',
  confirmLabel: 'Sign out everywhere',
};

/** How a session was opened, in words. */
function openedBy({ way, provider, second_step }: SessionResource['attributes']): string {
  const by = `By ${provider || wayOf(way)?.words.name.toLowerCase()}`;
  const after = wayOf(second_step);
  if (after !== undefined) return `${by} and ${after.words.one}`;
  return second_step === 'trusted' ? `${by}, on a trusted computer` : by;
}

const isMissing = (error: ApiError) => error.status === 404;

/** The person's sessions, with buttons to end them. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>Where you are signed in</h2>
        <SignOutButtons others={sessions.data?.filter(({ attributes }) => !attributes.current) ?? []} />
      </div>
      {sessions.isPending && (
        <Loading label="Loading your sessions">
          <Skeleton height={152} radius="lg" />
        </Loading>
      )}
      {sessions.isError && !sessions.data && (
        <ErrorState
          title="We could not load your sessions"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {sessions.data && (
        <ul className={classes.sessions}>
          {sessions.data.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SignOutButtons({ others }: { others: readonly SessionResource[] }) {
  const refresh = useRefresh();
  const endOthers = useMutation({
    // A session that has ended meanwhile is not an error.
    mutationFn: () =>
      Promise.all(
        others.map(({ id }) =>
          call(sessionRoutes.endSession, { params: { id }, handles: isMissing }).catch((error: unknown) => {
            if (!isApiError(error, 404)) throw error;
          }),
        ),
      ),
    onSuccess: () => toast.success(YOU_ARE_ELSEWHERE),
    onSettled: refresh,
  });
  const endAll = useMutation({
    mutationFn: () => call(sessionRoutes.endSessions),
    onSuccess: () => {
      toast.success('You are signed out everywhere');
      endSession();
    },
  });
  const askBeforeAll = async () => {
    if (await confirm(SIGN_OUT_EVERYWHERE)) endAll.mutate();
  };
  return (
    <div className={classes.sectionActions}>
      {others.length > 0 && (
        <BusyButton
          type="button"
          variant="default"
          size="sm"
          busy={endOthers.isPending}
          busyLabel="Signing out…"
          onClick={() => endOthers.mutate()}
        >
          Sign out everywhere else
        </BusyButton>
      )}
      <BusyButton
        type="button"
        variant="default"
        size="sm"
        busy={endAll.isPending}
        busyLabel="Signing out…"
        onClick={() => void askBeforeAll()}
      >
        Sign out everywhere
      </BusyButton>
    </div>
  );
}

function Session({ session: { id, attributes } }: { session: SessionResource }) {
  const refresh = useRefresh();
  const device = deviceName(attributes.device);
  const end = useMutation({
    mutationFn: () => call(sessionRoutes.endSession, { params: { id } }),
    onSuccess: async () => {
      toast.success(`${device} is signed out`);
      await refresh();
    },
  });
  return (
    <li className={classes.session}>
      <div>
        <p className={classes.device}>{device}</p>
        <p className={classes.text}>
          {[openedBy(attributes), attributes.place].filter((each) => each !== '').join(' · ')}
        </p>
        <p className={classes.text}>
          Signed in since {formatDateTime(attributes.created_at)}, last used{' '}
          {formatDateTime(attributes.last_used_at)}
        </p>
      </div>
      {attributes.current ? (
        <span className={classes.here}>This device</span>
      ) : (
        <Button variant="default" size="sm" aria-label={`Sign out ${device}`} onClick={() => end.mutate()}>
          Sign out
        </Button>
      )}
    </li>
  );
}

// Ending a session makes the server forget all trusted computers.
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [sessionsQuery, twoStepQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
}
