import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';

/**
 * Saves newsletters to the database in a data folder, each with matching title, code and body. Prints the id of each
 * acknowledged one.
 */
const database = await openDatabase({ dataDir: process.argv[2] });
const schoolId = randomUUID();
await database
  .orm()
  .insert(schools)
  .values({ id: schoolId, name: 'School', email: 'school@school.example', phone: '1' });
process.stdout.write('ready\n');
for (;;) {
  const id = randomUUID();
  await database.forSchool(schoolId, async () => {
    const code = [{ name: id, type: 'heading', value: { text: id } }];
    const row = { id, schoolId, title: '', layoutType: 'one_column', code: [] } as const;
    await database.orm().insert(newsletters).values(row);
    await database
      .orm()
      .update(newsletters)
      .set({ title: id, code, body: id.repeat(500) })
      .where(eq(newsletters.id, id));
  });
  process.stdout.write(`${id}\n`);
}
