import { Button } from '@mantine/core';
import { type FocusEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useHydrated } from '#web/app/use-hydrated.ts';
import { chooseCookies, useCookieChoice } from '#web/session/cookie-choice.ts';
import { KEPT_PLACE, readStored } from '#web/session/storage.ts';
import classes from './cookie-consent.module.css';

/**
 * Asks about cookies while nothing is stored. Stands above everything else, in the flow: it covers
 * nothing, and is reached first. A page from the build always has it, as it knows of no choice; before that is painted,
 * a script in the page's head marks the choice for the styles (`FIRST_PAINT_SCRIPT`).
 */
export function CookieConsent() {
  const choice = useCookieChoice();
  const isAsked = !useHydrated() || choice === null;
  useEffect(() => {
    if (!isAsked && isPlaceKept())
      void import('#web/app/focus-after-reload.ts').then((file) => file.restoreFocus());
  }, [isAsked]);
  return isAsked ? <Question /> : null;
}

function isPlaceKept(): boolean {
  return readStored('sessionStorage', KEPT_PLACE) !== null;
}

function Question() {
  const section = useRef<HTMLElement>(null);
  const before = useRef<Element>(null);
  useEffect(() => {
    // Asked for again, from the footer of a long page perhaps.
    if (isPlaceKept()) section.current?.focus();
  }, []);
  const enter = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  return (
    <section ref={section} className={classes.consent} aria-label="Cookies" tabIndex={-1} onFocus={enter}>
      <p className={classes.text}>
        We keep you signed in with storage in your browser and nothing else. A payment provider may set
        cookies when you buy a plan, only if you accept. <Link to={SCREENS.cookies}>Cookies Policy</Link>
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => void chooseCookies('false', before.current)}>
          DECLINE
        </Button>
        <Button variant="default" onClick={() => void chooseCookies('true', before.current)}>
          ACCEPT
        </Button>
      </div>
    </section>
  );
}
