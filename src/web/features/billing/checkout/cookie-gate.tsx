import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '#web/features/billing/billing.module.css';
import { chooseCookies, useCookieChoice } from '#web/session/cookie-choice.ts';

/**
 * Shows a link to paying only after cookies are accepted, because the payment provider may set some. Otherwise it asks
 * for consent, and shows a disabled button labelled `label` instead of the link.
 */
export function CookieGate({ label, children }: { label?: string; children: ReactNode }) {
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
      {label && <Button disabled>{label}</Button>}
    </div>
  );
}
