import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { scopes } from '#server/platform/db/transaction.ts';

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

async function readOrMake({ database }: AppContext, name: string): Promise<Buffer> {
  if (scopes.getStore() !== undefined) throw new Error('Ask for a secret before the transaction');
  const known = await read(database, name);
  if (known !== null) return known;
  const value = randomBytes(KEY_BYTES);
  // Allowed on a full disk too, because reading a newsletter may need the key.
  await database.smallWrites(() =>
    database.transaction(async () => {
      await database.orm().insert(secrets).values({ name, value }).onConflictDoNothing();
    }),
  );
  const stored = await read(database, name);
  if (stored === null) throw new Error('A secret that was stored is there');
  return stored;
}

async function read(database: Database, name: string): Promise<Buffer | null> {
  const [row] = await database.orm().select().from(secrets).where(eq(secrets.name, name));
  return row?.value ?? null;
}
