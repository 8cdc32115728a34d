import { isScreen, SCREENS } from '#contract/paths.ts';

/**
 * The screen that somebody wanted who had to log in first. It travels in the history's state, which nobody can set from
 * outside as they can a query.
 */
interface RequestedScreen {
  readonly wanted: string;
}

/** The state for the way to the landing page. */
export function requesting({
  pathname,
  search,
  hash,
}: Record<'pathname' | 'search' | 'hash', string>): RequestedScreen {
  return { wanted: pathname + search + hash };
}

/** The screen of the app that a location's state asks for; null for anything else, other sites above all. */
export function requestedIn(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null;
  const { wanted } = state;
  if (typeof wanted !== 'string' || !/^\/app(?:[/?#]|$)/.test(wanted)) return null;
  const { pathname, search, hash } = new URL(wanted, 'http://inkwell.invalid');
  if (pathname !== SCREENS.app && !(pathname.startsWith('/app/') && isScreen(pathname))) return null;
  return pathname + search + hash;
}

/** The state that takes the wanted screen along from one form of the panel to the next. */
export function keepRequested(state: unknown): RequestedScreen | undefined {
  const wanted = requestedIn(state);
  return wanted === null ? undefined : { wanted };
}
