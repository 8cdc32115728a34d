import { hash, verify } from '@node-rs/argon2';
import { ERROR_MESSAGES } from '#contract/errors.ts';
import { SECOND_MS } from '#newsletter/values/durations.ts';
import { Gate, type Requester } from '#server/platform/gate/gate.ts';
import { unavailable } from '#server/platform/http/errors.ts';

/**
 * Password hashing: argon2id with OWASP's parameters. Hashing is expensive on purpose, so concurrency and queue length are limited. Known
 * people have places of their own, however many others guess from however many networks. See docs/decisions/004.
 */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const hashing = new Gate({
  places: 2,
  placesEach: 1,
  // A whole school may log in behind one address.
  waitingEach: 100,
  waiting: 200,
  waitMs: 20 * SECOND_MS,
  refusal: () => unavailable(ERROR_MESSAGES.busy),
});

/** A place for somebody who is signed in, or has a mailed link or a device that has signed in before. */
export const known = (by: string): Requester => ({ share: 'known', by });
/** A place for somebody on an unknown device, by their network. */
export const stranger = (network: string): Requester => ({ share: 'strangers', by: network });

/** The hash to store. Throws 503 when too many wait. */
export async function hashPassword(password: string, whose = known('')): Promise<string> {
  return await hashing.run(whose, () => hash(password, COST));
}

/** Whether the password matches the hash. Takes the same time without a hash. Throws like `hashPassword`. */
export async function verifyPassword(
  stored: string | null,
  password: string,
  whose = known(''),
): Promise<boolean> {
  const compared = stored ?? (await hashDecoy());
  const matches = await hashing.run(whose, () => verify(compared, password));
  return matches && stored !== null;
}

let decoyHash: Promise<string> | undefined;

/** The hash to compare with when an account has none. Called at start, so the first unknown address does not wait. */
export function hashDecoy(): Promise<string> {
  decoyHash ??= hash('nobody has this password', COST);
  return decoyHash;
}
