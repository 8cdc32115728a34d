import type { Config } from '#server/config.ts';
import { noWords, parseCommand, UsageError } from '#server/operator/words/parse-command.ts';
import type { Database } from '#server/platform/db/client.ts';
import type { KeyRing } from '#server/platform/keys/key-ring.ts';
import { OperatorError } from './operator-error.ts';
import type { Say } from './say.ts';
import { counted } from './table.ts';
import { withAnyDatabase, withDatabase } from './with-database.ts';

const USAGE = `keys [rotate | lost [--forget]]
    The keys that encrypt the secrets in the database (of authenticator apps, webhooks and links): where they are, and how
    much is under which. rotate encrypts all of it anew under a new key, or under the first of SECRET_KEYS or KEY_FILE; run
    again, it goes on where it was. lost says what cannot be read without a key that is gone, and --forget removes that.`;

/** `keys`: the keys that encrypt secrets in the database. */
export const keysCommand = { usage: USAGE, run };

async function run(config: Config, words: readonly string[], say: Say): Promise<boolean> {
  const { values, positionals } = parseCommand(USAGE, words, { forget: { type: 'boolean', default: false } });
  const [word, ...more] = positionals;
  noWords(USAGE, more);
  if (word !== undefined && word !== 'rotate' && word !== 'lost')
    throw new UsageError(USAGE, `‘${word}’ is neither rotate nor lost.`);
  if (values.forget && word !== 'lost') throw new UsageError(USAGE, '--forget belongs to lost.');
  const keys = await keysOf(config);
  return await withDatabase(config, async (database) => {
    if (word === 'lost') return await lost(database, keys, say, values.forget);
    await requireKeys(database, keys);
    if (word === 'rotate') await rotate(database, keys, say);
    else await show(database, keys, say);
    return true;
  });
}

/** Removes the secrets whose keys are lost from a database that is being restored. */
export async function forgetLost(config: Config, say: Say): Promise<void> {
  const keys = await keysOf(config);
  await withAnyDatabase(config, async (database) => await lost(database, keys, say, true));
}

async function keysOf(config: Config): Promise<KeyRing> {
  const { KeyRing } = await import('#server/platform/keys/key-ring.ts');
  const { keySourceOf } = await import('#server/platform/keys/key-source.ts');
  return new KeyRing(keySourceOf(config));
}

async function requireKeys(database: Database, keys: KeyRing): Promise<void> {
  if (keys.source.read() === null)
    throw new OperatorError(`There are no keys in ${keys.source.name} yet: the start makes the first one.`);
  const { proveKeys } = await import('#server/data/keys/prove-keys.ts');
  await proveKeys(database, keys);
}

async function show(database: Database, keys: KeyRing, say: Say): Promise<void> {
  const { countByKey } = await import('#server/data/keys/seal-all.ts');
  say(`The keys are in ${keys.source.name}. The newest is ${keys.newestId}.`);
  for (const [id, count] of await countByKey({ database }))
    say(`${counted(count, 'secret')} ${id === null ? 'not encrypted yet' : `under the key ${id}`}.`);
}

async function rotate(database: Database, keys: KeyRing, say: Say): Promise<void> {
  const { countByKey, sealAll } = await import('#server/data/keys/seal-all.ts');
  const ids = [...(await countByKey({ database })).keys()];
  // An earlier rotation did not reach the secrets that are still under an older key.
  const isDone = ids.every((id) => id === null || id === keys.newestId);
  if (isDone && keys.source.own !== null) {
    keys.source.own.add();
    keys.reread();
  }
  const count = await sealAll({ database, keys });
  if (count === 0) {
    say(
      `All is under the key ${keys.newestId} already. Put a new one before it in ${keys.source.name} (‘openssl rand -base64 32’ makes it), start the program anew, and run this again.`,
    );
    return;
  }
  say(
    `${counted(count, 'secret')} encrypted anew, under the key ${keys.newestId}. Copy ${keys.source.name} to where you keep it apart from the backups. Keep its older keys as long as a backup from before today may be restored.`,
  );
}

async function lost(database: Database, keys: KeyRing, say: Say, forgets: boolean): Promise<boolean> {
  const { forgetUnreadable, listUnreadable } = await import('#server/data/keys/lost-keys.ts');
  const unreadable = await listUnreadable({ database, keys });
  if (unreadable.length === 0) {
    say('Nothing is lost: all secrets can be read with these keys.');
    return true;
  }
  say(`These cannot be read without the key that they are encrypted with:`);
  for (const { column, secrets } of unreadable)
    say(`  ${secrets.length} ${column.name[secrets.length === 1 ? 0 : 1]}: ${column.ifLost}`);
  if (forgets) {
    await forgetUnreadable({ database }, unreadable);
    say('They are removed. The start makes new keys where there are none.');
  } else say('If the key is lost for good, --forget removes them, and the program starts again.');
  return forgets;
}
