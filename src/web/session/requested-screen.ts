import { isScreen, SCREENS } from '#contract/paths.ts';

/**
 * The screen to show after logging in, passed in the history state: other sites cannot set that, as they could a query
 * parameter.
 */
interface RequestedScreen {
  readonly wanted: string;
  /** The email address of the person who was on the screen; without one, it is for whoever logs in. */
  readonly of?: string;
}

/** The history state that requests a location; with an address, for that person only. */
export function requestStateFor(
  { pathname, search, hash }: Record<'pathname' | 'search' | 'hash', string>,
  of: string | null = null,
): RequestedScreen {
  return { wanted: pathname + search + hash, ...(of !== null && { of }) };
}

/**
 * The app screen requested by a history state; null if there is none, if it is not a screen of the app, or if it was requested
 * for another person than `email`.
 */
export function requestedScreenIn(state: unknown, email?: string): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null;
  const { wanted } = state;
  if (email !== undefined && 'of' in state && state.of !== email) return null;
  if (typeof wanted !== 'string' || !/^\/app(?:[/?#]|$)/.test(wanted)) return null;
  const { pathname, search, hash } = new URL(wanted, 'http://inkwell.invalid');
  if (pathname !== SCREENS.app && !(pathname.startsWith('/app/') && isScreen(pathname))) return null;
  return pathname + search + hash;
}

/** The state that passes the requested screen on to the next form of the auth panel. */
export function forwardedRequest(state: unknown): RequestedScreen | undefined {
  const wanted = requestedScreenIn(state);
  if (wanted === null) return undefined;
  const isOfSomebody = typeof state === 'object' && state !== null && 'of' in state;
  return { wanted, ...(isOfSomebody && { of: String(state.of) }) };
}
