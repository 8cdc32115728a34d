import type { AppContext } from '#server/context.ts';
import { keyIdOf } from '#server/platform/keys/key-ring.ts';
import { SEALED_COLUMNS, secretsOf } from './sealed-columns.ts';

type SealContext = Pick<AppContext, 'database' | 'keys'>;

/**
 * Encrypts every secret that is not under the newest key, including plain ones. Each takes one statement, so that it
 * continues after a kill. Resolves to their number. Throws `SecretUnreadable`.
 */
export async function sealAll({ database, keys }: SealContext): Promise<number> {
  let count = 0;
  for (const column of SEALED_COLUMNS)
    for await (const secret of secretsOf(database, column)) {
      if (keyIdOf(secret.stored) === keys.newestId) continue;
      const sealed = keys.seal(secret.owner, keys.open(secret.owner, secret.stored));
      if (await column.replace(database, secret, sealed)) count += 1;
    }
  return count;
}

/** The number of secrets under each key; plain ones are under null. */
export async function countByKey({
  database,
}: Pick<SealContext, 'database'>): Promise<ReadonlyMap<string | null, number>> {
  const counts = new Map<string | null, number>();
  for (const column of SEALED_COLUMNS)
    for await (const { stored } of secretsOf(database, column)) {
      const id = keyIdOf(stored);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  return counts;
}
