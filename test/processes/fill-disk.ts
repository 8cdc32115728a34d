import { rmSync, writeFileSync } from 'node:fs';
import { namedError } from '#server/platform/db/errors.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';

/**
 * Writes to the database in a data folder (first argument). After 20 rows it simulates a full disk: each write to a file
 * whose path contains the second argument fails. Prints `written <id>` for each acknowledged row and `refused <error>` for
 * each failed one. Needs `full-disk.mjs`.
 */
const [dataDir = '', full = ''] = process.argv.slice(2);
const mark = `${dataDir}/full`;
process.env.FULL_MARK = mark;
process.env.FULL_PATH = full;

const database = await openDatabase({ dataDir });
const address = 'school@school.example';
for (let count = 0; count < 40; count += 1) {
  if (count === 20) writeFileSync(mark, '');
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
rmSync(mark);
await database.close();
