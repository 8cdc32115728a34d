import { ERROR_MESSAGES } from '#contract/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { type Found, type Sought, searchListed } from '#server/data/families/listing-search.ts';
import type { School } from '#server/data/schools.ts';
import { Gate } from '#server/platform/gate/gate.ts';
import { Rate } from '#server/platform/gate/rate.ts';
import { ipKey } from '#server/platform/http/attempts.ts';
import { unavailable } from '#server/platform/http/errors.ts';

/** Finds what was sought in a school's newsletters. */
export type Search = (sought: Sought) => Promise<readonly Found[]>;

/** Source: docs/requirements/threats.md 17. */
const BY_NETWORK = { max: 30, windowMs: MINUTE_MS } as const;

// The embedded database serves nobody else while it searches, so that it rests in between.
const searching = new Gate({
  places: 2,
  placesEach: 1,
  waitingEach: 3,
  waiting: 20,
  waitMs: 5 * SECOND_MS,
  rest: 2,
  refusal: () => unavailable(ERROR_MESSAGES.busy),
});

/** Searches by anybody: few at a time, in turns by network, and each network a limited number. */
export class Searches {
  readonly #context: AppContext;
  readonly #rate: Rate;

  constructor(context: AppContext) {
    this.#context = context;
    this.#rate = new Rate(BY_NETWORK, context.clock);
  }

  /** Throws 429 and 503. */
  async run(school: School, ip: string, sought: Sought): Promise<readonly Found[]> {
    const share = ipKey(ip);
    this.#rate.require(share);
    return await searching.run({ share }, () => searchListed(this.#context.database, school, sought));
  }
}
