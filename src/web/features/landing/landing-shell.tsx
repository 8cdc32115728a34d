import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { LandingFooter } from './landing-footer.tsx';
import { LandingHeader } from './landing-header.tsx';
import classes from './landing-shell.module.css';

/** The layout of the public pages: header, auth panel, footer. */
export function LandingShell({ panel }: { panel: ReactNode }) {
  return (
    <div className={classes.shell}>
      <LandingHeader />
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <LandingFooter />
      {panel}
    </div>
  );
}
