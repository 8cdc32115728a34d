import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useSession } from '#web/session/session.ts';
import classes from './not-found.module.css';

/** Shown for unknown paths, and for newsletters that are not published. */
export function Component() {
  const signedIn = useSession() !== null;
  return (
    <section className={classes.page}>
      <p className={classes.number} aria-hidden="true">
        404
      </p>
      <h1 className={classes.title}>Not Found</h1>
      <p className={classes.text}>This page does not exist, or it is not public any more.</p>
      <Button component={Link} to={signedIn ? SCREENS.newsletters : SCREENS.home} size="lg">
        Return
      </Button>
    </section>
  );
}
