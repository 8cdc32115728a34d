import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/** Prints the number of fsync calls for ten commits, and then for ten reads. */
let syncs = 0;
const sync = fs.fsyncSync;
fs.fsyncSync = (file) => {
  syncs += 1;
  sync(file);
};
syncBuiltinESMExports();

const database = await openDatabase({ dataDir: process.argv[2] });
const counted = async (work: () => Promise<unknown>) => {
  const before = syncs;
  for (let time = 0; time < 10; time += 1) await work();
  process.stdout.write(`${syncs - before}\n`);
};
const school = { name: 'School', email: 'school@school.example', phone: '1' };
await counted(() => database.transaction(() => database.orm().insert(schools).values(school)));
await counted(() => database.orm().select().from(schools));
await database.close();
