import {
  type QueryKey,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { queryClient } from '#web/api/query-client.ts';
import { whenIdle } from './when-idle.ts';

/** Keeps a query up to date beside the server's events: one may have been missed. */
export const WHILE_SEEN = {
  refetchInterval: MINUTE_MS,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const;

/**
 * Calls `onResult` with each answer or failure of a query that opening a newsletter does not need: from `first` on, which by
 * default is when the browser is idle. Returns a function that stops it.
 */
export function followQuery<Data, Key extends QueryKey>(
  options: QueryObserverOptions<Data, Error, Data, Data, Key>,
  onResult: (result: QueryObserverResult<Data>) => void,
  first: (run: () => void) => void = whenIdle,
): () => void {
  const observer = new QueryObserver(queryClient, {
    ...options,
    ...WHILE_SEEN,
    // The interval repeats it within a minute.
    retry: false,
    gcTime: 0,
    notifyOnChangeProps: ['dataUpdatedAt', 'data', 'status'],
  });
  let stop: (() => void) | null = null;
  let isStopped = false;
  first(() => {
    if (!isStopped) stop = observer.subscribe(onResult);
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}
