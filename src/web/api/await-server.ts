import type { QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { isApiError } from './api-error.ts';

const ASKED_EVERY_MS = 5000;
/** The longest wait. A server that answers, but with errors for the queries, is asked less and less often. */
const LONGEST_WAIT_MS = 80_000;

/**
 * Asks whether the server answers again while queries on the screen have failed, and then reloads them: after a restart, nobody
 * has to press 'Try again' on each part of a screen. Call it at each unanswered call.
 */
export function serverAwaiter(client: QueryClient): () => void {
  let isWaiting = false;
  let wait = ASKED_EVERY_MS;
  const failed = {
    type: 'active',
    predicate: ({ state }: { readonly state: { readonly error: unknown } }) => isUnanswered(state.error),
  } as const;
  const areFailed = () => client.getQueryCache().findAll(failed).length > 0;
  const ask = async () => {
    isWaiting = false;
    if (!areFailed()) return;
    if (!document.hidden && (await answers())) {
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      await client.refetchQueries(failed);
      if (!areFailed()) wait = ASKED_EVERY_MS;
    } else {
      wait = ASKED_EVERY_MS;
      begin();
    }
  };
  const begin = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void ask(), wait);
  };
  return begin;
}

/** Whether a call went unanswered: the server, or its database, was away. */
export const isUnanswered = (error: unknown) => isApiError(error, 0, 503);

async function answers(): Promise<boolean> {
  return await fetch(pathOf(serviceRoutes.health, {})).then(
    ({ ok }) => ok,
    () => false,
  );
}
