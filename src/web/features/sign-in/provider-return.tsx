import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SCREENS, screenPath } from '#contract/paths.ts';
import {
  PROVIDER_MESSAGES,
  type ProviderAnswer,
  type ProviderOutcome,
  providerRoutes,
} from '#contract/sign-in/providers.ts';
import { Loading } from '#ui/feedback/states.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { isApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/client.ts';
import { notifyConfirmed, pendingInvitation, takeWanted } from '#web/session/at-provider.ts';
import { authLinks } from '#web/session/auth-links.ts';
import { requestedScreenIn } from '#web/session/requested-screen.ts';
import { beginSession, type Session, useSession } from '#web/session/session.ts';
import { providerName, signInProviders } from '#web/words/sign-in-providers.ts';
import classes from './auth-panel.module.css';
import { sessionOfReply } from './begun-session.ts';
import { NoAccount } from './no-account.tsx';
import { PasswordOnce } from './password-once.tsx';

/** The return from a provider: signs in, connects, or asks for what is missing. */
export function ProviderReturn({ provider }: { provider: string }) {
  const answer = useAnswer();
  const begin = useBegin(provider);
  const { data, error } = useQuery({
    queryKey: ['provider-answer', provider, answer?.state],
    queryFn: async () => {
      if (answer === null) return null;
      const handles = () => true;
      return await call(providerRoutes.finishProvider, { params: { provider }, body: answer, handles });
    },
    // An answer is valid only once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  useOutcome(provider, data, begin);
  if (error !== null) return <Failed message={isApiError(error) ? error.message : PROVIDER_MESSAGES.over} />;
  if (data === null) return <Failed message={PROVIDER_MESSAGES.over} />;
  if (data?.outcome === 'password')
    return (
      <PasswordOnce {...data} provider={provider} onSignedIn={(session) => begin(session, data.remember)} />
    );
  if (data?.outcome === 'no_account')
    return <NoAccount {...data} provider={provider} onBegun={(session) => begin(session, data.remember)} />;
  if (data?.outcome === 'confirmed')
    return <Message title="It is you">You can close this window and go on in the other one.</Message>;
  return (
    <Loading label={`Signing in with ${providerName(provider)}`}>
      <Message title="One moment…">
        {providerName(provider)} has sent you back. We are signing you in.
      </Message>
    </Loading>
  );
}

function useOutcome(
  provider: string,
  data: ProviderOutcome | null | undefined,
  begin: (session: Session, remember: boolean) => void,
): void {
  const navigate = useNavigate();
  const [first] = useState(() => ({ begin, navigate }));
  useEffect(() => {
    if (data?.outcome === 'signed_in') first.begin(sessionOfReply(data.session), data.remember);
    if (data?.outcome === 'connected') {
      toast.success(PROVIDER_MESSAGES.connected(providerName(provider)));
      void first.navigate(SCREENS.passwordSettings, { replace: true });
    }
    if (data?.outcome === 'confirmed') notifyConfirmed();
  }, [data, provider, first]);
}

/** Begins the session, and opens the screen that was requested before. */
function useBegin(provider: string): (session: Session, remember: boolean) => void {
  const navigate = useNavigate();
  return (session, remember) => {
    const logsOutThere = signInProviders().some((each) => each.id === provider && each.logsOutThere);
    beginSession({ ...session, ...(logsOutThere && { provider }) }, remember);
    void navigate(requestedScreenIn(takeWanted(), session.user.attributes.email) ?? SCREENS.newsletters, {
      replace: true,
    });
  };
}

const NAMES = ['code', 'iss', 'error', 'error_description'] as const;

/** The parameters that the provider has added to the address, from which they are removed at once; null without any. */
function useAnswer(): ProviderAnswer | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [answer] = useState(() => answerIn(new URLSearchParams(search)));
  useEffect(() => {
    if (search !== '') void navigate(pathname, { replace: true, preventScrollReset: true });
  }, [search, pathname, navigate]);
  return answer;
}

function answerIn(query: URLSearchParams): ProviderAnswer | null {
  const state = query.get('state');
  if (state === null) return null;
  const given = NAMES.flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { state, ...Object.fromEntries(given) };
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <p className={classes.lead}>{children}</p>
        </div>
      </div>
    </div>
  );
}

function Failed({ message }: { message: string }) {
  const isSignedIn = useSession() !== null;
  const invitation = pendingInvitation();
  return (
    <div className={classes.form}>
      <div className={classes.middle}>
        <div role="alert">
          <Drawer.Title className={classes.title}>That did not work</Drawer.Title>
          <p className={classes.lead}>{message}.</p>
        </div>
        <p>
          {isSignedIn ? (
            <Link to={SCREENS.passwordSettings}>Back to Password settings</Link>
          ) : invitation !== null ? (
            <Link to={screenPath('invite', { token: invitation })}>Back to the invitation</Link>
          ) : (
            <Link to={{ pathname: SCREENS.home, search: authLinks.login }}>Back to log in</Link>
          )}
        </p>
      </div>
    </div>
  );
}
