import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { screenPath } from '#contract/paths.ts';
import classes from './back-to-sending.module.css';

/** The parameter of an address that names the newsletter waiting for its first subscribers. */
const WAITING = 'sending';

/** The address of a screen that adds subscribers and then leads back to the newsletter that is being sent. */
export function addressWhileSending(screen: string, newsletter: string): string {
  return `${screen}?${new URLSearchParams({ [WAITING]: newsletter })}`;
}

/** The address for sending the newsletter; null if the person did not come from there. */
export function useSendingAddress(): string | null {
  const [params] = useSearchParams();
  const { data } = z.uuid().safeParse(params.get(WAITING));
  return data === undefined ? null : screenPath('send', { id: data });
}

export function BackToSending() {
  const address = useSendingAddress();
  return (
    address !== null && (
      <p className={classes.back}>
        <Link to={address}>Back to the newsletter that you are sending</Link>
      </p>
    )
  );
}
