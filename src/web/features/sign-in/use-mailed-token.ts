import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The token of a mailed link, taken out of the address bar (and so out of the history and of what is shared) at once. */
export function useMailedToken(): string {
  const { search } = useLocation();
  const [token] = useState(() => new URLSearchParams(search).get('token') ?? '');
  useEffect(() => {
    if (!window.location.search.includes('token=')) return;
    // Not by the router: for it nothing has changed, and the screen stays as it is.
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  // Without a token the call would be another one; the server answers this as it answers any dead link.
  return token || 'none';
}
