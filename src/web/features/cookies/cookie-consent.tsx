import { Button } from '@mantine/core';
import { type FocusEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { useHydrated } from '#web/app/use-hydrated.ts';
import { chooseCookies, useCookieChoice } from '#web/session/cookie-choice.ts';
import { FOCUS_KEY, readStored } from '#web/session/storage.ts';
import classes from './cookie-consent.module.css';

/**
 * Asks about cookies while no choice is stored. It comes first in the page's flow, so it covers nothing and is reached
 * first by keyboard. Prerendered pages always contain it; a script in their head (`FIRST_PAINT_SCRIPT`) hides it before
 * the first paint if there is a choice.
 */
export function CookieConsent() {
  const choice = useCookieChoice();
  const isAsked = !useHydrated() || choice === null;
  useEffect(() => {
    if (!isAsked && hasSavedFocus())
      void import('#web/app/focus-after-reload.ts').then((file) => file.restoreFocusAfterReload());
  }, [isAsked]);
  return isAsked ? <Question /> : null;
}

function hasSavedFocus(): boolean {
  return readStored('sessionStorage', FOCUS_KEY) !== null;
}

// The person has reopened the question, perhaps from the footer of a long page.
function focusIfAskedAgain(question: HTMLElement | null): void {
  if (hasSavedFocus()) question?.focus();
}

function Question() {
  const previousFocus = useRef<Element>(null);
  const rememberFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
      previousFocus.current = relatedTarget;
  };
  return (
    <section
      ref={focusIfAskedAgain}
      className={classes.consent}
      aria-label="Cookies"
      tabIndex={-1}
      onFocus={rememberFocus}
    >
      <p className={classes.text}>
        We keep you signed in with storage in your browser and nothing else. A payment provider may set
        cookies when you buy a plan, only if you accept. <Link to={SCREENS.cookies}>Cookies Policy</Link>
      </p>
      <div className={classes.answers}>
        <Button variant="default" onClick={() => void chooseCookies('false', previousFocus.current)}>
          DECLINE
        </Button>
        <Button variant="default" onClick={() => void chooseCookies('true', previousFocus.current)}>
          ACCEPT
        </Button>
      </div>
    </section>
  );
}
