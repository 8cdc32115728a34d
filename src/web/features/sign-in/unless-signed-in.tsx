import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { profileQuery } from '#web/api/account.ts';
import { logOut } from '#web/api/log-out.ts';
import { useSession } from '#web/session/session.ts';
import classes from './auth-panel.module.css';

/** Shows signed-in people their account and links to continue; anybody else the form. */
export function UnlessSignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  // Fixed at the first render: after logging in, the form stays until the next screen is shown.
  const [wasSignedIn] = useState(session !== null);
  // The server may have ended the session: a refused call then ends it here, too, and the form appears.
  useQuery({ ...profileQuery, enabled: wasSignedIn && session !== null, staleTime: 0 });
  if (!wasSignedIn || session === null) return children;
  return (
    <div className={classes.form}>
      <div className={classes.middle}>
        <div>
          <Drawer.Title className={classes.title}>You are signed in</Drawer.Title>
          <p className={classes.lead}>as {session.user.attributes.email}</p>
        </div>
        <Button size="lg" component={Link} to={SCREENS.newsletters} data-autofocus>
          My newsletters
        </Button>
        <Button size="lg" variant="default" onClick={logOut}>
          Log out
        </Button>
      </div>
    </div>
  );
}
