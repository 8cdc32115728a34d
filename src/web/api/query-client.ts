import { QueryClient } from '@tanstack/react-query';
import { currentSession, onSessionChange } from '#web/session/session.ts';
import { isApiError } from './api-error.ts';

const MOST_RETRIES = 2;
/** In seconds: nobody looks at a skeleton for longer, they are told that the server is away. */
const LONGEST_WAIT = 10;

/** The cache of what the server said. Emptied whenever somebody else, or nobody, is signed in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only what may pass by itself is tried again: no network, and a server that is away.
      retry: (failures, error) =>
        failures < MOST_RETRIES && isApiError(error, 0, 503) && (error.retryAfter ?? 0) <= LONGEST_WAIT,
      retryDelay: (failures, error) =>
        Math.max(2 ** failures, isApiError(error) ? (error.retryAfter ?? 0) : 0) * 1000,
      // Without a network the call itself says so; a paused query would show a skeleton for ever.
      networkMode: 'always',
      // What could not be loaded without one is loaded when it is back.
      refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

let token = currentSession()?.accessToken;
onSessionChange(() => {
  const next = currentSession()?.accessToken;
  if (next !== token) queryClient.clear();
  token = next;
});
