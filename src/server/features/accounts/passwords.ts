import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '#server/platform/http/errors.ts';

/**
 * Passwords as argon2id hashes with OWASP's parameters. Hashing is dear on purpose, so only a few run at a time and
 * only so many wait: see docs/decisions/004.
 */

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 200;

let running = 0;
const waiting: (() => void)[] = [];

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
  if (running < RUNNING_MAX) running += 1;
  else if (waiting.length >= WAITING_MAX) throw unavailable();
  else await new Promise<void>((resume) => waiting.push(resume));
  try {
    return await work();
  } finally {
    // The place is passed on, so that nobody steps in between.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
