import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { scopes } from '#server/platform/db/transaction.ts';
import { keyIdOf } from '#server/platform/keys/key-ring.ts';

const KEY_BYTES = 32;
const known = new WeakMap<AppContext, Map<string, Promise<Buffer>>>();

/**
 * Returns a random key by name, creating it on first use. It is stored in the database, so that all processes share it and
 * old links stay valid. Do not call it within a transaction, whose rollback would lose the key.
 */
export function secretOf(context: AppContext, name: string): Promise<Buffer> {
  const keys = known.get(context) ?? new Map<string, Promise<Buffer>>();
  known.set(context, keys);
  const key = keys.get(name) ?? readOrMake(context, name);
  keys.set(name, key);
  // Not cached after a failure, so that the next call tries again.
  key.catch(() => keys.delete(name));
  return key;
}

async function readOrMake(context: AppContext, name: string): Promise<Buffer> {
  const { database, keys, clock } = context;
  if (scopes.getStore() !== undefined) throw new Error('Ask for a secret before the transaction');
  const known = await read(context, name);
  if (known !== null) return known;
  const made = randomBytes(KEY_BYTES);
  const value = storedForm(keys.store(signingKeyOwner(name), made.toString('base64'), clock.now()));
  // Allowed on a full disk too, because reading a newsletter may need the key.
  await database.smallWrites(() =>
    database.transaction(async () => {
      await database.orm().insert(secrets).values({ name, value }).onConflictDoNothing();
    }),
  );
  const kept = await read(context, name);
  if (kept === null) throw new Error('A secret that was stored is there');
  return kept;
}

async function read({ database, keys }: AppContext, name: string): Promise<Buffer | null> {
  const [row] = await database.orm().select().from(secrets).where(eq(secrets.name, name));
  if (row === undefined) return null;
  return Buffer.from(keys.open(signingKeyOwner(name), writtenForm(row.value)), 'base64');
}

/** The key ring's name for the owner of a key. */
export const signingKeyOwner = (name: string) => `secrets ${name}`;

/** The key ring's text for a stored key; plain, it is the bytes in base64. */
export const writtenForm = (stored: Buffer) =>
  stored.length === KEY_BYTES ? stored.toString('base64') : stored.toString('latin1');

/** The stored bytes for such a text. */
export const storedForm = (written: string) =>
  keyIdOf(written) === null ? Buffer.from(written, 'base64') : Buffer.from(written, 'latin1');
