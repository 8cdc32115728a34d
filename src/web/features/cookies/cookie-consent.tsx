import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { chooseCookies, cookieChoice } from '../../cookie-choice.ts';
import { useHydrated } from '../../use-hydrated.ts';
import classes from './cookie-consent.module.css';

/** Asks about cookies while nothing is stored. Both answers reload. */
export function CookieConsent() {
  const [choice] = useState(cookieChoice);
  // A page from the build knows of no choice, and nobody can answer it yet.
  if (!useHydrated() || choice !== null) return null;
  return (
    <section className={classes.consent} aria-label="Cookies">
      <p className={classes.text}>
        We keep you signed in with storage in your browser and nothing else. A payment provider may set
        cookies when you buy a plan, only if you accept. <Link to={SCREENS.cookies}>Cookies Policy</Link>
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => chooseCookies('false')}>
          DECLINE
        </Button>
        <Button variant="default" onClick={() => chooseCookies('true')}>
          ACCEPT
        </Button>
      </div>
    </section>
  );
}
