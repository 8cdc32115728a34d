import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { networkKey } from '#server/platform/http/attempts.ts';
import { Rate } from './rate.ts';

/** How often a network is refused within the window before it waits. No person is. */
const FREE = 100;
const WINDOW_MS = 10 * SECOND_MS;
/** How long it waits for each refusal then, in milliseconds. */
const REFUSED_MS = 250;
/** Beyond, nobody waits: what waits takes memory. */
const WAITING_MAX = 500;

/** Slows down who calls on although they are refused (429): a refusal costs little, thousands a second cost everybody. */
export function slowRefusals(app: FastifyInstance): void {
  const refusals = new Rate({ max: FREE, windowMs: WINDOW_MS }, { monotonic: () => performance.now() });
  let waiting = 0;
  app.addHook('onSend', async ({ ip }, { statusCode }, payload) => {
    if (statusCode !== 429 || refusals.takes(networkKey(ip)) || waiting >= WAITING_MAX) return payload;
    waiting += 1;
    await new Promise((resolve) => setTimeout(resolve, REFUSED_MS));
    waiting -= 1;
    return payload;
  });
}
