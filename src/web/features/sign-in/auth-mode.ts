import { useLocation, useNavigate } from 'react-router';
import { SCREENS, screenPath } from '#contract/paths.ts';
import { requestedScreenIn } from '#web/session/requested-screen.ts';

/** The form that the auth panel shows. */
export type AuthMode =
  | { readonly kind: 'login'; readonly email: string; readonly inviteToken: string | undefined }
  | { readonly kind: 'register'; readonly email: string; readonly inviteToken: string | undefined }
  | { readonly kind: 'forgot'; readonly email: string }
  /** After returning from a provider. */
  | { readonly kind: 'provider'; readonly email: string; readonly provider: string };

const INVITE_PREFIX = `${SCREENS.home}/`;
const PROVIDER_PREFIX = screenPath('signIn', { provider: '' });

/** Parses the panel's mode from an address; null if it is closed. The query takes precedence over the path. */
function authModeOf(pathname: string, search: string): AuthMode | null {
  const query = new URLSearchParams(search);
  const email = query.get('email') ?? '';
  const inviteToken = partAfter(INVITE_PREFIX, pathname);
  const provider = partAfter(PROVIDER_PREFIX, pathname);
  if (provider !== undefined) return { kind: 'provider', email: '', provider };
  if (query.get('login') === 'true') return { kind: 'login', email, inviteToken };
  if (query.get('forgot') === 'true') return { kind: 'forgot', email };
  if (query.get('register') === 'true' || inviteToken !== undefined)
    return { kind: 'register', email, inviteToken };
  return pathname === SCREENS.forgotPassword ? { kind: 'forgot', email } : null;
}

function partAfter(prefix: string, pathname: string): string | undefined {
  const part = pathname.startsWith(prefix) ? pathname.slice(prefix.length).replace(/\/$/, '') : '';
  try {
    return part === '' ? undefined : decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The panel's mode, and a function that closes it by going to the page below. */
export function useAuthMode() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const opensByPath =
    pathname === SCREENS.forgotPassword ||
    [INVITE_PREFIX, PROVIDER_PREFIX].some((prefix) => pathname.startsWith(prefix));
  const close = () => void navigate(opensByPath ? SCREENS.home : pathname, { preventScrollReset: true });
  const modeForRequest: AuthMode | null =
    requestedScreenIn(state) === null ? null : { kind: 'login', email: '', inviteToken: undefined };
  return { mode: authModeOf(pathname, search) ?? modeForRequest, close };
}
