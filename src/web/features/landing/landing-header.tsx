import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { Wordmark } from '#web/app/brand.tsx';
import { authLinks } from '#web/session/auth-links.ts';
import { useSession } from '#web/session/session.ts';
import { currentAt, LANDING_LINKS } from './landing-links.ts';
import classes from './landing-shell.module.css';
import { StartButton } from './start-button.tsx';

const Sidebar = lazy(() =>
  import('./landing-sidebar.tsx').then((file) => ({ default: file.LandingSidebar })),
);

/** The header of public pages: wordmark and menu; on phones a button that opens the sidebar. */
export function LandingHeader() {
  const signedIn = useSession() !== null;
  const { pathname } = useLocation();
  const [opened, setOpened] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  return (
    <header className={classes.header}>
      <Link to={SCREENS.home} className={classes.brand}>
        <Wordmark size={25} />
      </Link>
      <nav className={classes.menu} aria-label="Main">
        {LANDING_LINKS.map((link) => (
          <Link key={link.to} to={link.to} className={classes.link} {...currentAt(link.to, pathname)}>
            {link.label}
          </Link>
        ))}
        {!signedIn && (
          <Link to={authLinks.login} className={classes.link} preventScrollReset>
            Login
          </Link>
        )}
        <StartButton />
      </nav>
      <button
        type="button"
        className={classes.burger}
        aria-label="Open the menu"
        aria-expanded={opened}
        onClick={() => {
          setEverOpened(true);
          setOpened(true);
        }}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden="true" />
      </button>
      {everOpened && (
        <Suspense>
          <Sidebar opened={opened} onClose={() => setOpened(false)} signedIn={signedIn} />
        </Suspense>
      )}
    </header>
  );
}
