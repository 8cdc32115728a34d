import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link, or null if there is none. It is moved from the address bar to the history state, so that a
 * reload still has it, but a shared address does not.
 */
export function useMailedToken(): string | null {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const addressToken = new URLSearchParams(search).get('token');
  const [token] = useState(() => addressToken || stateToken(state));
  useEffect(() => {
    if (addressToken !== null)
      void navigate(pathname, {
        replace: true,
        preventScrollReset: true,
        state: { mailedToken: addressToken },
      });
  }, [addressToken, pathname, navigate]);
  return token;
}

function stateToken(state: unknown): string | null {
  return typeof state === 'object' &&
    state !== null &&
    'mailedToken' in state &&
    typeof state.mailedToken === 'string'
    ? state.mailedToken || null
    : null;
}
