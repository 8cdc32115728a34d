import { peopleRoutes } from '#contract/people.ts';
import { pathOf } from '#contract/route.ts';
import { TRUSTED_MS } from '#contract/signing-in/two-step.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';

/** The cookie of a browser that people trust: a token for each of them, sent with log-ins only. */

const COOKIE = 'trusted_device';
// Enough for a staff room's computer.
const PEOPLE_MAX = 10;
const VALUE = /^[\w-]{43}(?:\.[\w-]{43}){0,9}$/;

/** The tokens of a `Cookie` header. */
export function trustedTokens(cookies: string | undefined): readonly string[] {
  const value = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  return VALUE.test(value) ? value.split('.') : [];
}

/** The `Set-Cookie` header that adds a token. */
export function trustedCookie({ publicUrl }: Config, cookies: string | undefined, token: string): string {
  const tokens = [token, ...trustedTokens(cookies)].slice(0, PEOPLE_MAX);
  return [
    `${COOKIE}=${tokens.join('.')}`,
    `Path=${pathOf(peopleRoutes.login)}`,
    `Max-Age=${TRUSTED_MS / SECOND_MS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
}
