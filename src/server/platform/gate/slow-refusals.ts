import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { networkKey } from '#server/platform/http/attempts.ts';
import { Rate } from './rate.ts';

/** The refusals of a network within the window before it has to wait. People are not counted. */
const FREE = 100;
const WINDOW_MS = 10 * SECOND_MS;
/** The wait for each further refusal, in milliseconds. */
const REFUSED_MS = 250;
/** The most waiting callers, since each takes memory. Beyond it nobody waits. */
const WAITING_MAX = 500;

/** Slows down callers who continue although they are refused (429): one refusal costs little, thousands a second hold up everybody. */
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
