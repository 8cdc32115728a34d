import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { profileQuery, schoolQuery } from '#web/api/account.ts';
import { focusContent } from '#web/app/focus-content.ts';
import '#ui/second-click.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import { hasExpired, useSession } from '#web/session/session.ts';
import '#web/styles/app-controls.ts';
import { requesting } from '#web/session/requested-screen.ts';
import classes from './app-guard.module.css';

/**
 * Who may see the app's screens: not the anonymous (→ /, or /home when the session has just ended); who must change the
 * password, that screen alone; who has no school, onboarding alone.
 */
export function Component() {
  const session = useSession();
  const wasSignedIn = useRef(false);
  const wanted = useLocation();
  if (session === null && wasSignedIn.current) {
    // Whoever logs out is done here; whose session ended in the middle of something goes on with it.
    return <Navigate to={SCREENS.home} state={hasExpired() ? requesting(wanted) : undefined} replace />;
  }
  if (session === null) return <Navigate to={SCREENS.landing} state={requesting(wanted)} replace />;
  wasSignedIn.current = true;
  return session.user.attributes.need_change_password ? <PasswordFirst /> : <SchoolFirst />;
}

function PasswordFirst() {
  const { pathname } = useLocation();
  return pathname === SCREENS.passwordSettings ? (
    <Outlet />
  ) : (
    <Navigate to={SCREENS.passwordSettings} replace />
  );
}

function SchoolFirst() {
  const { pathname } = useLocation();
  const school = useQuery(schoolQuery);
  // Refreshes role and name in the session; nothing waits for it.
  useQuery(profileQuery);
  const passOnFocus = useFocusTransfer(school.data !== undefined);
  if (school.data !== undefined) {
    if (pathname === SCREENS.onboarding) return <Onboarding hasSchool={school.data !== null} />;
    return school.data === null ? <Navigate to={SCREENS.onboarding} replace /> : <Outlet />;
  }
  return (
    <>
      {/* Where the header of the screen will be. */}
      <div className={classes.header} />
      <main id="main" tabIndex={-1} className={classes.wait} onFocus={passOnFocus}>
        {school.isError ? (
          <ErrorState
            title="We could not load your school"
            error={school.error}
            onRetry={() => void school.refetch()}
          />
        ) : (
          <Loading label="Loading">
            <span className={classes.dots} />
          </Loading>
        )}
      </main>
    </>
  );
}

// Where a link or the log-in has put the focus into what waits, it goes with that; a page that was opened has none yet.
function useFocusTransfer(isThere: boolean): () => void {
  const wasFocused = useRef(false);
  useEffect(() => {
    if (!isThere || !wasFocused.current) return;
    wasFocused.current = false;
    if (document.activeElement === document.body) focusContent();
  }, [isThere]);
  return () => {
    wasFocused.current = true;
  };
}

// Whoever has a school already is led away; a school that is made during onboarding must not end it half way.
function Onboarding({ hasSchool }: { hasSchool: boolean }) {
  const [hadSchool] = useState(hasSchool);
  return hadSchool ? <Navigate to={SCREENS.newsletters} replace /> : <Outlet />;
}
