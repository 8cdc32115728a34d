import '#web/styles/app-controls.ts';
import { IconCookie } from '@tabler/icons-react';
import { Link, NavLink, Outlet } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useSchool } from '#web/api/account.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { chooseCookies } from '#web/session/cookie-choice.ts';
import { useSession } from '#web/session/session.ts';
import { AccountCorner } from './account-corner.tsx';
import classes from './app-shell.module.css';

const TABS: readonly { readonly label: string; readonly to: string }[] = [
  { label: 'Newsletters', to: SCREENS.newsletters },
  { label: 'Settings', to: SCREENS.settings },
  { label: 'Dashboard', to: SCREENS.dashboard },
];

const CALENDAR_TAB = { label: 'Calendar', to: SCREENS.calendar };

const CONTRIBUTORS_TABS = TABS.filter(({ to }) => to !== SCREENS.newsletters);

/** The layout of the app's screens: header with tabs, screen, footer. */
export function Component() {
  const session = useSession();
  const school = useSchool();
  const isContributor = session?.user.attributes.role === 'contributor';
  // The tab is shown only if the calendar is switched on.
  const isInUse = typeof school?.attributes.diary_url === 'string';
  const tabs = isContributor ? CONTRIBUTORS_TABS : isInUse ? TABS.toSpliced(1, 0, CALENDAR_TAB) : TABS;
  return (
    <div className={classes.shell}>
      <header className={classes.header}>
        <Link to={isContributor ? SCREENS.dashboard : SCREENS.newsletters} className={classes.brand}>
          <Wordmark />
        </Link>
        <nav className={classes.tabs} aria-label="Main">
          {tabs.map((tab) => (
            <NavLink key={tab.to} to={tab.to} className={classes.tab ?? ''}>
              {tab.label}
            </NavLink>
          ))}
        </nav>
        {session && <AccountCorner person={session.user.attributes} schoolName={school?.attributes.name} />}
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <Link to={SCREENS.privacy}>Privacy Policy</Link>
        <Link to={SCREENS.terms}>Terms &amp; Conditions</Link>
        <Link to={SCREENS.cookies}>Cookies Policy</Link>
        <Link to={SCREENS.accessibility}>Accessibility</Link>
        <Link to={SCREENS.help}>Help</Link>
        <button
          type="button"
          className={classes.cookie}
          onClick={() => void chooseCookies(null)}
          aria-label="Change cookie choice"
        >
          <IconCookie size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </footer>
    </div>
  );
}
