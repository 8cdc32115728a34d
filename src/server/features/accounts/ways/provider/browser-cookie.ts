import { API_BASE } from '#contract/route.ts';
import { AT_PROVIDER_MS } from '#contract/sign-in/providers.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Config } from '#server/config.ts';
import { CallCookie } from '#server/features/accounts/call-cookie.ts';
import { newToken } from '#server/platform/http/tokens.ts';

/**
 * The cookie that binds a visit at a provider to the browser that began it. Several tabs share it. It lasts as long as the visit and the
 * steps after it, and signs nobody in.
 */
const COOKIE = new CallCookie({
  name: 'at_provider',
  path: `${API_BASE}/authorization`,
  value: /^[\w-]{43}$/,
  maxAgeSeconds: (2 * AT_PROVIDER_MS) / SECOND_MS,
});

/** The browser's token; null without one. */
export function browserOf(cookies: string | undefined): string | null {
  return COOKIE.read(cookies);
}

/** The browser's token, or a new one, and the `Set-Cookie` header that stores it. */
export function keepBrowser(
  config: Config,
  cookies: string | undefined,
): { readonly browser: string; readonly cookie: string } {
  const browser = browserOf(cookies) ?? newToken().token;
  return { browser, cookie: COOKIE.header(config, browser) };
}
