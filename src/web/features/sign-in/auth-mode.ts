import { useLocation, useNavigate } from 'react-router';
import { SCREENS } from '#contract/paths.ts';
import { requestedIn } from '#web/session/requested-screen.ts';

/** What the auth panel shows. */
export type AuthMode =
  | { readonly kind: 'login'; readonly email: string; readonly inviteToken: string | undefined }
  | { readonly kind: 'register'; readonly email: string; readonly inviteToken: string | undefined }
  | { readonly kind: 'forgot'; readonly email: string };

const INVITE_PREFIX = `${SCREENS.home}/`;

/** Reads the panel's mode from an address; null while it is closed. The query goes before the path. */
function authModeOf(pathname: string, search: string): AuthMode | null {
  const query = new URLSearchParams(search);
  const email = query.get('email') ?? '';
  const inviteToken = inviteTokenOf(pathname);
  if (query.get('login') === 'true') return { kind: 'login', email, inviteToken };
  if (query.get('forgot') === 'true') return { kind: 'forgot', email };
  if (query.get('register') === 'true' || inviteToken !== undefined)
    return { kind: 'register', email, inviteToken };
  return pathname === SCREENS.forgotPassword ? { kind: 'forgot', email } : null;
}

function inviteTokenOf(pathname: string): string | undefined {
  const part = pathname.startsWith(INVITE_PREFIX)
    ? pathname.slice(INVITE_PREFIX.length).replace(/\/$/, '')
    : '';
  try {
    return part === '' ? undefined : decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The panel's mode, and closing it: back to the page below, without what opened it. */
export function useAuthMode() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const opensByPath = pathname === SCREENS.forgotPassword || pathname.startsWith(INVITE_PREFIX);
  const close = () => void navigate(opensByPath ? SCREENS.home : pathname, { preventScrollReset: true });
  const toGoOn: AuthMode | null =
    requestedIn(state) === null ? null : { kind: 'login', email: '', inviteToken: undefined };
  return { mode: authModeOf(pathname, search) ?? toGoOn, close };
}
