import { eq } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { DataFolderRefused } from '#server/platform/db/errors.ts';
import { secrets } from '#server/platform/db/schema/deliveries.ts';
import { installation } from '#server/platform/db/schema/installation.ts';
import { newKey } from '#server/platform/keys/key.ts';
import { type KeyRing, SecretUnreadable } from '#server/platform/keys/key-ring.ts';
import { signingKeyOwner, storedForm, writtenForm } from '#server/platform/secrets.ts';

/** A secret encrypted with the database's keys, to check the keys here against. It signs nothing. */
const PROOF = 'proof-of-keys';

/**
 * Makes the first key, or checks that the keys are those that encrypt the database's secrets. Throws
 * `DataFolderRefused` if they are not.
 */
export async function proveKeys(database: Database, keys: KeyRing): Promise<void> {
  const [row] = await database.orm().select({ until: installation.plainUntil }).from(installation);
  keys.plainUntil = row?.until ?? null;
  if (!(await isProven(database, keys))) await keepProof(database, keys);
}

// Read before anything is written: the database may belong to other keys.
async function isProven(database: Database, keys: KeyRing): Promise<boolean> {
  const [proof] = await database.orm().select().from(secrets).where(eq(secrets.name, PROOF));
  if (proof === undefined) return false;
  try {
    keys.open(signingKeyOwner(PROOF), writtenForm(proof.value));
    return true;
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    throw new DataFolderRefused(
      `The secrets in the database are encrypted with a key that is missing. ${error.message}: bring the keys of the machine or the backup that the database is from. If they are lost for good, ‘npm run operator -- keys lost’ says what is lost with them.`,
    );
  }
}

async function keepProof(database: Database, keys: KeyRing): Promise<void> {
  if (keys.source.read() === null) keys.source.own?.add();
  keys.reread();
  const value = storedForm(keys.seal(signingKeyOwner(PROOF), newKey()));
  // Allowed even on a full disk, so that the program can start.
  await database.smallWrites(() =>
    database.transaction(async () => {
      await database.orm().insert(secrets).values({ name: PROOF, value }).onConflictDoNothing();
    }),
  );
  // Another machine with its own keys may have been first.
  await isProven(database, keys);
}
