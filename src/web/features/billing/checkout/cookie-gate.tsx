import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#web/features/billing/billing.module.css';
import { chooseCookies, useCookieChoice } from '#web/session/cookie-choice.ts';

/**
 * Shows a link to paying only to who accepts cookies, as the provider of payments may set some; asks the others again.
 * `words` are the link's, shown to them too, but without effect.
 */
export function CookieGate({ words, children }: { words?: string; children: ReactNode }) {
  if (useCookieChoice() === 'true') return children;
  return (
    <div className={classes.gate}>
      <p>
        Paying needs cookies: our payment provider sets some to keep payments safe. You have not accepted them
        yet.
      </p>
      <Button variant="default" onClick={() => void chooseCookies('true')}>
        Accept cookies
      </Button>
      {words && <Button disabled>{words}</Button>}
    </div>
  );
}
