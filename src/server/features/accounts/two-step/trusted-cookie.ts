import { peopleRoutes } from '#contract/people.ts';
import { pathOf } from '#contract/route.ts';
import { TRUSTED_MS } from '#contract/sign-in/two-step.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import { CallCookie } from '#server/features/accounts/call-cookie.ts';

/** The cookie of a trusted browser: one token for each person who trusts it, sent with log-ins only. */

// Enough for a staff room's computer.
const PEOPLE_MAX = 10;
const COOKIE = new CallCookie({
  name: 'trusted_device',
  path: pathOf(peopleRoutes.login),
  value: /^[\w-]{43}(?:\.[\w-]{43}){0,9}$/,
  maxAgeSeconds: TRUSTED_MS / SECOND_MS,
});

/** The tokens in a `Cookie` header. */
export function trustedTokens(cookies: string | undefined): readonly string[] {
  return COOKIE.read(cookies)?.split('.') ?? [];
}

/** The `Set-Cookie` header that adds a token. */
export function trustedCookie(config: Config, cookies: string | undefined, token: string): string {
  return COOKIE.header(config, [token, ...trustedTokens(cookies)].slice(0, PEOPLE_MAX).join('.'));
}
