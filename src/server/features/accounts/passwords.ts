import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { unavailable } from '#server/platform/http/errors.ts';

/**
 * Passwords as argon2id hashes with OWASP's parameters. Hashing is dear on purpose, so only a few run at a time and
 * only so many wait: see docs/decisions/004.
 */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 200;

const hashing = new PQueue({ concurrency: RUNNING_MAX });

/** The hash to store. Throws the 503 when too many wait already. */
export async function hashPassword(password: string): Promise<string> {
  return await limitConcurrency(() => hash(password, COST));
}

/** Whether the password is the hashed one. Takes the same time where there is no hash. Throws as `hashPassword`. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await decoy());
  const same = await limitConcurrency(() => verify(compared, password));
  return same && stored !== null;
}

let decoyHash: Promise<string> | undefined;

/** Makes the hash that stands in where there is none, so that the first unknown address does not have to. */
export function decoy(): Promise<string> {
  decoyHash ??= hash('nobody has this password', COST);
  return decoyHash;
}

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (hashing.size >= WAITING_MAX) throw unavailable();
  return await hashing.add(work);
}
