import { isScreen, SCREENS } from '#contract/paths.ts';

/**
 * The screen to show after logging in, passed in the history state: other sites cannot set that, as they could a query
 * parameter.
 */
interface RequestedScreen {
  readonly wanted: string;
}

/** The history state that requests a location. */
export function requestStateFor({
  pathname,
  search,
  hash,
}: Record<'pathname' | 'search' | 'hash', string>): RequestedScreen {
  return { wanted: pathname + search + hash };
}

/** The app screen requested by a history state; null if there is none or it is not a screen of the app. */
export function requestedScreenIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null;
  const { wanted } = state;
  if (typeof wanted !== 'string' || !/^\/app(?:[/?#]|$)/.test(wanted)) return null;
  const { pathname, search, hash } = new URL(wanted, 'http://inkwell.invalid');
  if (pathname !== SCREENS.app && !(pathname.startsWith('/app/') && isScreen(pathname))) return null;
  return pathname + search + hash;
}

/** The state that passes the requested screen on to the next form of the auth panel. */
export function forwardedRequest(state: unknown): RequestedScreen | undefined {
  const wanted = requestedScreenIn(state);
  return wanted === null ? undefined : { wanted };
}
