import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { scopes } from '#server/platform/db/transaction.ts';

const KEY_BYTES = 32;
const known = new WeakMap<AppContext, Map<string, Promise<Buffer>>>();

/**
 * A random key of the program's own, made when it is first asked for and kept in the database, so that all processes
 * have the same one and links in old mails stay good. Not within a transaction: a key that is rolled back is none.
 */
export function secretOf(context: AppContext, name: string): Promise<Buffer> {
  const keys = known.get(context) ?? new Map<string, Promise<Buffer>>();
  known.set(context, keys);
  const key = keys.get(name) ?? readOrMake(context, name);
  keys.set(name, key);
  // What failed is tried anew the next time.
  key.catch(() => keys.delete(name));
  return key;
}

async function readOrMake({ database }: AppContext, name: string): Promise<Buffer> {
  if (scopes.getStore() !== undefined) throw new Error('Ask for a secret before the transaction');
  const known = await read(database, name);
  if (known !== null) return known;
  const value = randomBytes(KEY_BYTES);
  // On a full disk too: reading a newsletter may need it.
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
