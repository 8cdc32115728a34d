import type { FastifyRequest } from 'fastify';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { CALLER_LIMITS } from '#contract/rules/caller-limits.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import { unavailable } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { isUpload } from '#server/platform/http/multipart.ts';
import { Gate } from './gate.ts';
import { Rate } from './rate.ts';

/** What one caller may ask of this process. */

/**
 * Large bodies are parsed, checked and cleaned one after the other, in turns by school, and with rests: nothing else happens in the
 * process meanwhile.
 */
const heavy = new Gate({
  places: 1,
  placesEach: 1,
  waitingEach: 3,
  waiting: 30,
  waitMs: 20 * SECOND_MS,
  rest: 2,
  refusal: () => unavailable(ERROR_MESSAGES.busy),
});

/** Runs a call with a large body in its turn. Throws 503 if too many wait. */
export async function inTurn<T>(caller: Caller | null, work: () => Promise<T>): Promise<T> {
  if (caller === null) return await heavy.run({ share: '' }, work);
  const { schoolId, personId } = caller;
  return await heavy.run({ share: schoolId ?? personId, by: personId }, work);
}

/** Counts each person's calls and their bytes. Uploads have their own limits. */
export class CallerLimits {
  readonly #calls: Rate;
  readonly #bytes: Rate;

  constructor(clock: Clock) {
    const windowMs = CALLER_LIMITS.windowSeconds * SECOND_MS;
    this.#calls = new Rate({ max: CALLER_LIMITS.calls, windowMs }, clock);
    this.#bytes = new Rate({ max: CALLER_LIMITS.bytes, windowMs }, clock);
  }

  /** Throws 429. `bodyLimit`: what counts for a body that does not say how large it is. */
  require({ personId, tokenName }: Caller, request: FastifyRequest, bodyLimit: number): void {
    // Calls of tokens are counted in the database, where their owner sees them.
    if (tokenName === undefined) this.#calls.require(personId, 1, ERROR_MESSAGES.tooManyCalls);
    if (isUpload(request)) return;
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    this.#bytes.require(
      personId,
      encoding === undefined ? Number(length ?? 0) : bodyLimit,
      ERROR_MESSAGES.tooManyCalls,
    );
  }
}
