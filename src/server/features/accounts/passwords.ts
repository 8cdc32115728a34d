import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { unavailable } from '#server/platform/http/errors.ts';

/**
 * Password hashing: argon2id with OWASP's parameters. Hashing is expensive on purpose, so concurrency and queue length
 * are limited. See docs/decisions/004.
 */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 200;

const hashing = new PQueue({ concurrency: RUNNING_MAX });

/** The hash to store. Throws 503 when the queue is full. */
export async function hashPassword(password: string): Promise<string> {
  return await limitConcurrency(() => hash(password, COST));
}

/** Whether the password matches the hash. Takes the same time without a hash. Throws like `hashPassword`. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await hashDecoy());
  const matches = await limitConcurrency(() => verify(compared, password));
  return matches && stored !== null;
}

let decoyHash: Promise<string> | undefined;

/** The hash to compare with when an account has none. Called at start, so the first unknown address does not wait. */
export function hashDecoy(): Promise<string> {
  decoyHash ??= hash('nobody has this password', COST);
  return decoyHash;
}

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.size >= WAITING_MAX) throw unavailable();
  return await hashing.add(work);
}
