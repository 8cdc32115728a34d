import { QueryCache, QueryClient } from '@tanstack/react-query';
import { currentSession, onSessionChange } from '#web/session/session.ts';
import { isApiError } from './api-error.ts';
import { isUnanswered, serverAwaiter } from './await-server.ts';

const MAX_RETRIES = 2;
/** In seconds. Nobody looks at a skeleton for longer; for a longer wait the error is shown instead. */
const MAX_RETRY_WAIT = 10;

/** The cache of the server's answers. Cleared whenever the session changes to another person or ends. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isUnanswered(error)) awaitServer();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Only transient errors are retried: no network, or the server is unavailable.
      retry: (failures, error) =>
        failures < MAX_RETRIES && isApiError(error, 0, 503) && (error.retryAfter ?? 0) <= MAX_RETRY_WAIT,
      retryDelay: (failures, error) =>
        Math.max(2 ** failures, isApiError(error) ? (error.retryAfter ?? 0) : 0) * 1000,
      // Without a network the call fails with a message; a paused query would show a skeleton forever.
      networkMode: 'always',
      // Queries that failed are loaded again when the network is back.
      refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const awaitServer = serverAwaiter(queryClient);

let token = currentSession()?.accessToken;
onSessionChange(() => {
  const next = currentSession()?.accessToken;
  if (next !== token) queryClient.clear();
  token = next;
});
