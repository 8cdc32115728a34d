import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { chooseCookies, cookieChoice } from '../../cookie-choice.ts';
import { useHydrated } from '../../use-hydrated.ts';
import classes from './cookie-consent.module.css';

/** Asks about cookies while nothing is stored. Both answers reload. */
export function CookieConsent() {
  const [choice] = useState(cookieChoice);
  // A page from the build knows of no choice, and nobody can answer it yet.
  return useHydrated() && choice === null ? <Question /> : null;
}

function Question() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = section;
    return current === null ? undefined : makeRoom(current);
  }, []);
  return (
    <section ref={section} className={classes.consent} aria-label="Cookies">
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

// A foot that stays at the bottom of the window stands above the question: `--foot-above` says how far up.
function makeRoom(section: HTMLElement): () => void {
  const { style } = document.documentElement;
  const measure = () => {
    const above = Math.max(0, window.innerHeight - section.getBoundingClientRect().top);
    style.setProperty('--foot-above', `${Math.ceil(above)}px`);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(section);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot-above');
  };
}
