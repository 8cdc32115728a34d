import type { AppContext } from '#server/context.ts';
import { SecretUnreadable } from '#server/platform/keys/key-ring.ts';
import { SEALED_COLUMNS, type SealedColumn, type StoredSecret, secretsOf } from './sealed-columns.ts';

/** The unreadable secrets of one column. */
interface Unreadable {
  readonly column: SealedColumn;
  readonly secrets: readonly StoredSecret[];
}

type KeyContext = Pick<AppContext, 'database' | 'keys'>;

/** Lists the secrets whose key is missing. */
export async function listUnreadable({ database, keys }: KeyContext): Promise<readonly Unreadable[]> {
  const found: Unreadable[] = [];
  for (const column of SEALED_COLUMNS) {
    const all = await Array.fromAsync(secretsOf(database, column));
    const secrets = all.filter(({ owner, stored }) => !isReadable(keys, owner, stored));
    if (secrets.length > 0) found.push({ column, secrets });
  }
  return found;
}

function isReadable(keys: KeyContext['keys'], owner: string, stored: string): boolean {
  try {
    keys.open(owner, stored);
    return true;
  } catch (error) {
    if (error instanceof SecretUnreadable) return false;
    throw error;
  }
}

/** Removes unreadable secrets, and switches off whatever needs them. */
export async function forgetUnreadable(
  { database }: Pick<AppContext, 'database'>,
  unreadable: readonly Unreadable[],
): Promise<void> {
  for (const { column, secrets } of unreadable)
    for (const secret of secrets) await column.remove(database, secret);
}
