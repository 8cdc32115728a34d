import type { QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { isApiError } from './api-error.ts';

const ASKED_EVERY_MS = 5000;
/** A server that answers, but not what is asked for, is asked less and less often, up to this wait. */
const LONGEST_WAIT_MS = 80_000;

/**
 * Asks whether the server answers again as long as queries on the screen have failed, and then loads these: after a restart, nobody
 * has to press 'Try again' on each part of a screen. Call it at each failure for want of an answer.
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

/** Whether a call has failed for want of an answer: the server, or its database, was away. */
export const isUnanswered = (error: unknown) => isApiError(error, 0, 503);

async function answers(): Promise<boolean> {
  return await fetch(pathOf(serviceRoutes.health, {})).then(
    ({ ok }) => ok,
    () => false,
  );
}
