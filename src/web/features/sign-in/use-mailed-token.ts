import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The token of a mailed link, taken out of the address bar (and so out of what is shared) at once and kept with the entry
 * of the history: a reload has it still, a copy of the address has not. Null where there is none.
 */
export function useMailedToken(): string | null {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const inAddress = new URLSearchParams(search).get('token');
  const [token] = useState(() => inAddress || keptToken(state));
  useEffect(() => {
    if (inAddress !== null)
      void navigate(pathname, { replace: true, preventScrollReset: true, state: { mailedToken: inAddress } });
  }, [inAddress, pathname, navigate]);
  return token;
}

function keptToken(state: unknown): string | null {
  return typeof state === 'object' &&
    state !== null &&
    'mailedToken' in state &&
    typeof state.mailedToken === 'string'
    ? state.mailedToken || null
    : null;
}
