import fs from 'node:fs';
import { namedError } from '#server/platform/db/errors.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/**
 * Writes to the database in a data folder (first argument). After 20 rows it simulates a full disk: each write to a file
 * whose path contains the second argument fails. Prints `written <id>` for each acknowledged row and `refused <error>` for
 * each failed one.
 */
const [dataDir, full = ''] = process.argv.slice(2);
const paths = new Map<number, string>();
let isFull = false;

const open = fs.openSync;
fs.openSync = (path, ...rest) => {
  const file = open(path, ...rest);
  paths.set(file, String(path));
  return file;
};
// A proxy, so that all overloads of writeSync are forwarded unchanged.
const write = fs.writeSync;
fs.writeSync = new Proxy(write, {
  apply: (target, self, args: [number, ...unknown[]]) => {
    if (isFull && paths.get(args[0])?.includes(full)) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    }
    return Reflect.apply(target, self, args);
  },
});

const database = await openDatabase({ dataDir });
const address = 'school@school.example';
for (let count = 0; count < 40; count += 1) {
  isFull = count >= 20;
  try {
    // Large and incompressible, so that files must grow.
    const name = Array.from({ length: 2000 }, () => Math.random().toString(36)).join('');
    const rows = await database
      .orm()
      .insert(schools)
      .values({ name, email: address, phone: '1' })
      .returning();
    process.stdout.write(`written ${rows[0]?.id}\n`);
  } catch (error) {
    const named = namedError(error);
    process.stdout.write(`refused ${named instanceof Error ? named.name : 'unknown'}\n`);
  }
}
isFull = false;
await database.close();
