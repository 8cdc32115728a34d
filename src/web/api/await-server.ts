import type { QueryClient } from '@tanstack/react-query';
import { pathOf } from '#contract/route.ts';
import { serviceRoutes } from '#contract/service.ts';
import { isApiError } from './api-error.ts';

const ASKED_EVERY_MS = 5000;

/**
 * Asks whether the server answers again as long as queries on the screen have failed, and then loads these: after a restart, nobody
 * has to press 'Try again' on each part of a screen. Call it at each failure for want of an answer.
 */
export function serverAwaiter(client: QueryClient): () => void {
  let isWaiting = false;
  const failed = {
    type: 'active',
    predicate: ({ state }: { readonly state: { readonly error: unknown } }) => isUnanswered(state.error),
  } as const;
  const ask = async () => {
    isWaiting = false;
    if (client.getQueryCache().findAll(failed).length === 0) return;
    if (!document.hidden && (await answers())) await client.refetchQueries(failed);
    else begin();
  };
  const begin = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => void ask(), ASKED_EVERY_MS);
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
