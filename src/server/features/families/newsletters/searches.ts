import { ERROR_MESSAGES } from '#contract/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import { Gate } from '#server/platform/gate/gate.ts';
import { Rate } from '#server/platform/gate/rate.ts';
import { ipKey } from '#server/platform/http/attempts.ts';
import { unavailable } from '#server/platform/http/errors.ts';

/** Source: docs/requirements/threats.md 38. */
const BY_NETWORK = { max: 30, windowMs: MINUTE_MS } as const;

// While the embedded database searches, it serves nobody else: searches get a third of its time at most.
const searching = new Gate({
  places: 1,
  placesEach: 1,
  waitingEach: 3,
  waiting: 20,
  waitMs: 5 * SECOND_MS,
  rest: 2,
  refusal: () => unavailable(ERROR_MESSAGES.busy),
});

/** Limits public searches: few at a time, in turns by network, and a number for each network. */
export class Searches {
  readonly #rate: Rate;

  constructor(clock: Clock) {
    this.#rate = new Rate(BY_NETWORK, clock);
  }

  /** Throws 429 and 503, before anything is looked up. */
  async run<T>(ip: string, search: () => Promise<T>): Promise<T> {
    const share = ipKey(ip);
    this.#rate.require(share);
    return await searching.run({ share }, search);
  }
}
