import { readFileSync, writeFileSync } from 'node:fs';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/** Prints the number of fsync calls for ten commits, and then for ten reads. Needs `counted-syncs.mjs`. */
const [dataDir = ''] = process.argv.slice(2);
const syncs = `${dataDir}/syncs`;
writeFileSync(syncs, '');
process.env.SYNCS = syncs;

const database = await openDatabase({ dataDir });
const count = () => readFileSync(syncs).length;
const counted = async (work: () => Promise<unknown>) => {
  const before = count();
  for (let time = 0; time < 10; time += 1) await work();
  process.stdout.write(`${count() - before}\n`);
};
const school = { name: 'School', email: 'school@school.example', phone: '1' };
await counted(() => database.transaction(() => database.orm().insert(schools).values(school)));
await counted(() => database.orm().select().from(schools));
await database.close();
