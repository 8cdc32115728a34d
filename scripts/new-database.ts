import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { databaseOnEngine } from '#server/platform/db/embedded/embedded.ts';
import { PgliteEngine } from '#server/platform/db/embedded/pglite-engine.ts';

/**
 * Writes a new, migrated embedded database into the file of its argument, so that first starts need not make one, which takes
 * 300 MB and some seconds of CPU more.
 */

const pglite = await PGlite.create();
const exit = (reason: string) => {
  throw new Error(reason);
};
const database = databaseOnEngine({ engine: new PgliteEngine(pglite, exit), hasDiskSpace: () => true });
await database.migrate();
// Every installation makes its own secrets: everybody who has the build would know those in it.
const { rows: secrets } = await database.query('select name from secrets');
if (secrets.length > 0) throw new Error('A new database must have no secrets');
await database.query('checkpoint');
const packed = await pglite.dumpDataDir('gzip');
writeFileSync(process.argv[2] ?? '', await packed.bytes());
await database.close();
