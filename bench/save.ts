import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { emptyInstallation } from '#test/seed.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { makeNewsletter, median, startRunning } from './parts/running.ts';

const SAVES = 60;

/** A save of 100 blocks by HTTP (check, clean, render, store) against a bare durable insert of the same bytes. */
export default async function measure() {
  const { milliseconds, stored } = await savesByHttp();
  const inserts = await bareInserts(stored);
  const value = median(milliseconds);
  const reference = median(inserts);
  return [
    { name: 'save of 100 blocks by HTTP, median', value, reference, unit: 'ms', ratio: value / reference },
  ];
}

interface Stored {
  readonly code: readonly unknown[];
  readonly body: string;
}

async function savesByHttp(): Promise<{ readonly milliseconds: readonly number[]; readonly stored: Stored }> {
  const running = await startRunning();
  try {
    const code = hundredBlocks();
    const id = await makeNewsletter(running, code);
    const milliseconds: number[] = [];
    let reply: unknown;
    for (let version = 1; version <= SAVES; version += 1) {
      const begun = performance.now();
      reply = await running.call(
        newsletterRoutes.updateNewsletter,
        { id },
        { title: `Save ${version}`, code, version },
      );
      milliseconds.push(performance.now() - begun);
    }
    const { attributes } = newsletterRoutes.updateNewsletter.reply.parse(reply).news_letter.data;
    return { milliseconds: milliseconds.slice(10), stored: { code: attributes.code, body: attributes.body } };
  } finally {
    await running.stop();
  }
}

/** Inserts into the database alone, opened in this process as the program opens it. */
async function bareInserts({ code, body }: Stored): Promise<readonly number[]> {
  const place = await emptyInstallation();
  const database = await openDatabase({ url: place.environment.DATABASE_URL, dataDir: place.folder });
  try {
    const schoolId = randomUUID();
    await database
      .orm()
      .insert(schools)
      .values({ id: schoolId, name: 'School', email: 'office@school.example', phone: '1' });
    const milliseconds: number[] = [];
    for (let at = 0; at < SAVES; at += 1) {
      const begun = performance.now();
      const row = { schoolId, title: `Save ${at}`, layoutType: 'one_column' as const, code, body };
      const [inserted] = await database
        .orm()
        .insert(newsletters)
        .values(row)
        .returning({ id: newsletters.id });
      milliseconds.push(performance.now() - begun);
      // Keeps the table as small as the program's.
      await database
        .orm()
        .delete(newsletters)
        .where(eq(newsletters.id, inserted?.id ?? ''));
    }
    return milliseconds.slice(10);
  } finally {
    await database.close();
    await place.remove();
  }
}
