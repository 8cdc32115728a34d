import { API_BASE } from '#contract/route.ts';
import { AT_PROVIDER_MS } from '#contract/signing-in/providers.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import { newToken } from '#server/platform/http/tokens.ts';

/**
 * The cookie that binds a visit to a provider to the browser which began it. Several tabs share it. It lasts as long as the visit
 * and what may follow, and lets nobody in.
 */
const COOKIE = 'at_provider';
const VALUE = /^[\w-]{43}$/;

/** The browser's token; null without one. */
export function browserOf(cookies: string | undefined): string | null {
  const value = new RegExp(`(?:^|; *)${COOKIE}=([^;]*)`).exec(cookies ?? '')?.[1] ?? '';
  return VALUE.test(value) ? value : null;
}

/** The browser's token, or a new one, and the `Set-Cookie` header that keeps it. */
export function keepBrowser(
  { publicUrl }: Config,
  cookies: string | undefined,
): { readonly browser: string; readonly cookie: string } {
  const browser = browserOf(cookies) ?? newToken().token;
  const cookie = [
    `${COOKIE}=${browser}`,
    `Path=${API_BASE}/authorization`,
    `Max-Age=${(2 * AT_PROVIDER_MS) / SECOND_MS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');
  return { browser, cookie };
}
