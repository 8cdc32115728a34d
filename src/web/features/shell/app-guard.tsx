import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SECOND_FACTOR_DUE } from '#contract/errors.ts';
import { SCREENS } from '#contract/paths.ts';
import { profileQuery, schoolQuery } from '#web/api/account.ts';
import { isApiError } from '#web/api/api-error.ts';
import { focusContent } from '#web/app/focus-content.ts';
import '#ui/double-click-guard.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { ConfirmPersonHost } from '#web/forms/confirm-person/confirm-person-host.tsx';
import { LeaveGuardHost } from '#web/forms/leave-guard-host.tsx';
import { hasExpired, lastSignedInAs, useIsAskingOtherTabs, useSession } from '#web/session/session.ts';
import '#web/styles/dialog-controls.ts';
import { requestStateFor } from '#web/session/requested-screen.ts';
import classes from './app-guard.module.css';

/**
 * Guards the app's screens. Redirects visitors to / (to /home if their session has just ended), people who must change
 * their password to that screen, and people without a school to onboarding. A person without the second factor that the school
 * requires only sees `SecondFactorFirst`, whose `tryAgain` resolves to whether the server lets them in.
 */
export function Component({
  SecondFactorFirst,
}: {
  SecondFactorFirst: ComponentType<{ tryAgain: () => Promise<boolean> }>;
}) {
  const session = useSession();
  const isAsking = useIsAskingOtherTabs();
  const wasSignedIn = useRef(false);
  const location = useLocation();
  if (session === null && wasSignedIn.current) {
    // After an expired session, the same person returns to the same screen, but nobody else does. After logging out, nobody does.
    const request = hasExpired() ? requestStateFor(location, lastSignedInAs()) : undefined;
    return <Navigate to={SCREENS.home} state={request} replace />;
  }
  if (session === null && isAsking) return <Waiting />;
  if (session === null) return <Navigate to={SCREENS.landing} state={requestStateFor(location)} replace />;
  wasSignedIn.current = true;
  return (
    <>
      {session.user.attributes.need_change_password ? (
        <PasswordFirst />
      ) : (
        <SchoolFirst SecondFactorFirst={SecondFactorFirst} />
      )}
      <ConfirmPersonHost />
      <LeaveGuardHost />
    </>
  );
}

function PasswordFirst() {
  const { pathname } = useLocation();
  return pathname === SCREENS.passwordSettings ? (
    <Outlet />
  ) : (
    <Navigate to={SCREENS.passwordSettings} replace />
  );
}

function SchoolFirst({ SecondFactorFirst }: Parameters<typeof Component>[0]) {
  const { pathname } = useLocation();
  const school = useQuery(schoolQuery);
  // Refreshes role and name in the session; rendering does not wait for it.
  useQuery(profileQuery);
  const recordFocus = useFocusTransfer(school.data !== undefined);
  // Stays set until the person continues, because recovery codes are shown there.
  const [lacksFactor, setLacksFactor] = useState(false);
  if (!lacksFactor && isSecondFactorDue(school.error)) setLacksFactor(true);
  if (lacksFactor) {
    const tryAgain = async () => {
      const isLetIn = (await school.refetch()).isSuccess;
      if (isLetIn) setLacksFactor(false);
      return isLetIn;
    };
    return (
      <Suspense fallback={<Waiting />}>
        <SecondFactorFirst tryAgain={tryAgain} />
      </Suspense>
    );
  }
  if (school.data !== undefined) {
    if (pathname === SCREENS.onboarding) return <Onboarding hasSchool={school.data !== null} />;
    return school.data === null ? <Navigate to={SCREENS.onboarding} replace /> : <Outlet />;
  }
  return (
    <>
      {/* Reserves the space of the header. */}
      <div className={classes.header} />
      <main id="main" tabIndex={-1} className={classes.wait} onFocus={recordFocus}>
        {school.isError ? (
          <ErrorState
            title="We could not load your school"
            error={school.error}
            onRetry={() => void school.refetch()}
          />
        ) : (
          <Dots />
        )}
      </main>
    </>
  );
}

function isSecondFactorDue(error: Error | null): boolean {
  return isApiError(error, 403) && error.body.error_code === SECOND_FACTOR_DUE;
}

function Waiting() {
  return (
    <main id="main" tabIndex={-1} className={classes.wait}>
      <Dots />
    </main>
  );
}

function Dots() {
  return (
    <Loading label="Loading">
      <span className={classes.dots} />
    </Loading>
  );
}

// If the loading screen had the focus (after a link or the login), the loaded screen gets it. A freshly opened page has
// no focus to pass on.
function useFocusTransfer(isLoaded: boolean): () => void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (!isLoaded || !wasFocused.current) return;
    wasFocused.current = false;
    if (document.activeElement === document.body) focusContent();
  }, [isLoaded]);
  return () => {
    wasFocused.current = true;
  };
}

// Redirects people who already had a school. One created during onboarding must not end it before the last step.
function Onboarding({ hasSchool }: { hasSchool: boolean }) {
  const [hadSchool] = useState(hasSchool);
  return hadSchool ? <Navigate to={SCREENS.newsletters} replace /> : <Outlet />;
}
