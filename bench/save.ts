import { randomUUID } from 'node:crypto';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { emptyInstallation } from '#test/seed.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { cpuOf } from './parts/processor-time.ts';
import { makeNewsletter, median, startRunning } from './parts/running.ts';

/** The embedded engine is not optimised in its first 10 seconds: see `optimiser.ts`. */
const WARM_MS = 12_000;
const SAVES = 100;

/** The cost of each save or insert: median milliseconds, and milliseconds of CPU. */
interface Taken {
  readonly time: number;
  readonly cpu: number;
}

/**
 * A save of 100 blocks by HTTP (check, clean, render, store), like the editor's after a word in one of them, against a bare durable
 * insert of the same bytes. The ratio of the times depends on the disk: both wait for it once.
 */
export default async function measure() {
  const { taken, stored } = await savesByHttp();
  const inserts = await bareInserts(stored);
  return [
    rowOf('save of 100 blocks by HTTP, median', taken.time, inserts.time),
    rowOf('its CPU', taken.cpu, inserts.cpu),
  ];
}

function rowOf(name: string, value: number, reference: number) {
  return { name, value, reference, unit: 'ms', ratio: value / reference };
}

/** Measures the cost of `once`, which resolves to its milliseconds. `cpu` gives the milliseconds of CPU so far. */
async function takenBy(cpu: () => Promise<number>, once: (at: number) => Promise<number>): Promise<Taken> {
  let at = 0;
  for (const begun = performance.now(); performance.now() - begun < WARM_MS; at += 1) await once(at);
  const before = await cpu();
  const milliseconds: number[] = [];
  for (const end = at + SAVES; at < end; at += 1) milliseconds.push(await once(at));
  return { time: median(milliseconds), cpu: ((await cpu()) - before) / SAVES };
}

interface Stored {
  readonly code: readonly unknown[];
  readonly body: string;
}

async function savesByHttp(): Promise<{ readonly taken: Taken; readonly stored: Stored }> {
  const running = await startRunning();
  try {
    const [first, ...others] = hundredBlocks();
    const id = await makeNewsletter(running, [first, ...others]);
    const taken = await takenBy(
      () => cpuOf(running.program.pid),
      async (at) => {
        const begun = performance.now();
        const code = [{ name: 'typed', type: 'text', value: { html: `<p>Word ${at}</p>` } }, ...others];
        await running.call(newsletterRoutes.updateNewsletter, { id }, { code, version: at + 1 });
        return performance.now() - begun;
      },
    );
    const { getNewsletter } = newsletterRoutes;
    const stored = getNewsletter.reply.parse(await running.call(getNewsletter, { id })).news_letter.data;
    return { taken, stored: stored.attributes };
  } finally {
    await running.stop();
  }
}

/** Inserts into the database alone, opened in this process in the program's way. */
async function bareInserts({ code, body }: Stored): Promise<Taken> {
  const place = await emptyInstallation();
  const database = await openDatabase({ url: place.environment.DATABASE_URL, dataDir: place.folder });
  try {
    const schoolId = randomUUID();
    await database
      .orm()
      .insert(schools)
      .values({ id: schoolId, name: 'School', email: 'office@school.example', phone: '1' });
    return await takenBy(
      () => cpuOf(process.pid),
      async (at) => {
        const begun = performance.now();
        const row = { schoolId, title: `Save ${at}`, layoutType: 'one_column' as const, code, body };
        await database.orm().insert(newsletters).values(row);
        return performance.now() - begun;
      },
    );
  } finally {
    await database.close();
    await place.remove();
  }
}
