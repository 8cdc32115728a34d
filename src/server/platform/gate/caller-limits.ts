import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { CALLER_LIMITS } from '#contract/rules/caller-limits.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import type { Clock } from '#server/platform/clock.ts';
import { networkKey } from '#server/platform/http/attempts.ts';
import { BODY_LIMIT, LargeBody } from '#server/platform/http/body.ts';
import { Refusal, tooMany, unavailable } from '#server/platform/http/errors.ts';
import type { Caller } from '#server/platform/http/handle.ts';
import { isMultipart } from '#server/platform/http/multipart.ts';
import { hashToken, tokenOf } from '#server/platform/http/tokens.ts';
import { Gate, type Requester } from './gate.ts';
import { Rate } from './rate.ts';

/** The limits of one caller in this process. */

/** Whether a body must wait for its turn. */
export function takesTurns(body: unknown): boolean {
  return body instanceof LargeBody || (Buffer.isBuffer(body) && body.length > BODY_LIMIT);
}

// Node would read the rest of a large body, to reuse the connection: that costs as much as the call.
function leaveUnread({ request, reply }: Pick<Call, 'request' | 'reply'>): void {
  if (lengthOf(request) > BODY_LIMIT) reply.header('connection', 'close');
}

// Without a session it may be anybody: a mail provider must not wait for strangers.
function requesterOf(caller: Caller | null, { ip }: FastifyRequest): Requester {
  if (caller === null) return { share: networkKey(ip) };
  return { share: caller.schoolId ?? caller.personId, by: caller.personId };
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The size that is assumed for a body without a length. */
  readonly bodyLimit: number;
}

/** A 429 that stays in force. */
interface Refused {
  /** The end, by the monotonic clock. */
  readonly until: number;
  readonly message: string;
  /** The headers that describe the limit. */
  readonly policy: ReturnType<FastifyReply['getHeader']>;
}

const REFUSED_MAX = 10_000;
const POLICY = 'ratelimit-policy';

/** Counts each person’s calls and their bytes, and large bodies by network. Uploads have their own limits. */
export class CallerLimits {
  readonly #clock: Clock;
  readonly #calls: Rate;
  readonly #bytes: Rate;
  /** Refusals by the hash of the token. */
  readonly #refused = new LRUCache<string, Refused>({ max: REFUSED_MAX });
  /**
   * Large bodies are parsed, checked and cleaned one after the other, in turns by school, with pauses: they block
   * everything else in the process.
   */
  readonly #heavy = new Gate({
    places: 1,
    placesEach: 1,
    waitingEach: 3,
    waiting: 30,
    waitMs: 20 * SECOND_MS,
    rest: 2,
    refusal: () => unavailable(ERROR_MESSAGES.busy),
  });

  constructor(clock: Clock) {
    const windowMs = CALLER_LIMITS.windowSeconds * SECOND_MS;
    this.#clock = clock;
    this.#calls = new Rate({ max: CALLER_LIMITS.calls, windowMs }, clock);
    this.#bytes = new Rate({ max: CALLER_LIMITS.bytes, windowMs }, clock);
  }

  /** Finds the caller, and counts the call. Throws 429, and the errors of `find`. */
  async apply<T extends { readonly caller: Caller | null }>(call: Call, find: () => Promise<T>): Promise<T> {
    const token = tokenOf(call.request.headers.authorization);
    if (token === null) return await find();
    const key = hashToken(token);
    this.#refuseAgain(key, call);
    try {
      const found = await find();
      if (found.caller !== null) this.#require(found.caller, call);
      return found;
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) {
        leaveUnread(call);
        this.#remember(key, error, call.reply);
      }
      throw error;
    }
  }

  /** Counts a large body of a caller without a session, by network. Throws 429. */
  applyToAnybody(call: Call): void {
    const bytes = bytesOf(call);
    if (isMultipart(call.request) || bytes <= BODY_LIMIT) return;
    try {
      this.#bytes.require(networkKey(call.request.ip), bytes, ERROR_MESSAGES.tooManyCalls);
    } catch (error) {
      leaveUnread(call);
      throw error;
    }
  }

  /** Runs a call with a large body in its turn. Throws 503 if too many wait. */
  async inTurn<T>(caller: Caller | null, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    return await this.#heavy.run(requesterOf(caller, request), work);
  }

  /** Throws the 503 for a large body that would be refused on arrival. */
  requireTurn(caller: Caller | null, call: Pick<Call, 'request' | 'reply'>): void {
    if (isMultipart(call.request) || lengthOf(call.request) <= BODY_LIMIT) return;
    try {
      this.#heavy.requireRoom(requesterOf(caller, call.request));
    } catch (error) {
      leaveUnread(call);
      throw error;
    }
  }

  // A caller who continues after a refusal costs no look-ups.
  #refuseAgain(key: string, call: Call): void {
    const refused = this.#refused.get(key);
    if (refused === undefined) return;
    const remaining = (refused.until - this.#clock.monotonic()) / SECOND_MS;
    if (remaining <= 0) return void this.#refused.delete(key);
    leaveUnread(call);
    if (refused.policy !== undefined)
      call.reply.headers({ [POLICY]: refused.policy, ratelimit: `"calls";r=0;t=${Math.ceil(remaining)}` });
    throw tooMany(remaining, refused.message);
  }

  #remember(key: string, { message, headers }: Refusal, reply: FastifyReply): void {
    this.#refused.set(key, {
      until: this.#clock.monotonic() + Number(headers['retry-after']) * SECOND_MS,
      message,
      policy: reply.getHeader(POLICY),
    });
  }

  #require({ personId, tokenName }: Caller, call: Call): void {
    // Tokens' calls are counted in the database, where their owner sees them.
    if (tokenName === undefined) this.#calls.require(personId, 1, ERROR_MESSAGES.tooManyCalls);
    if (!isMultipart(call.request)) this.#bytes.require(personId, bytesOf(call), ERROR_MESSAGES.tooManyCalls);
  }
}

function bytesOf({ request, bodyLimit }: Call): number {
  return request.headers['transfer-encoding'] === undefined ? lengthOf(request) : bodyLimit;
}

function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}
