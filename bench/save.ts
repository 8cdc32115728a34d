import { randomUUID } from 'node:crypto';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { newsletters } from '#server/platform/db/schema/newsletters.ts';
import { emptyInstallation } from '#test/seed.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { cpuOf } from './parts/processor-time.ts';
import { makeNewsletter, median, startRunning } from './parts/running.ts';

const WARM = 20;
const SAVES = 100;

/** What each save or insert has taken: median milliseconds, and milliseconds of CPU. */
interface Taken {
  readonly time: number;
  readonly cpu: number;
}

/**
 * A save of 100 blocks by HTTP (check, clean, render, store) against a bare durable insert of the same bytes. How the times compare
 * depends on the disk: both wait for it once.
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

/** Measures what `once` takes, which resolves to its milliseconds. `cpu`: the milliseconds of CPU so far. */
async function takenBy(cpu: () => Promise<number>, once: (at: number) => Promise<number>): Promise<Taken> {
  const milliseconds: number[] = [];
  let before = Number.NaN;
  for (let at = 0; at < WARM + SAVES; at += 1) {
    if (at === WARM) before = await cpu();
    milliseconds.push(await once(at));
  }
  return { time: median(milliseconds.slice(WARM)), cpu: ((await cpu()) - before) / SAVES };
}

interface Stored {
  readonly code: readonly unknown[];
  readonly body: string;
}

async function savesByHttp(): Promise<{ readonly taken: Taken; readonly stored: Stored }> {
  const running = await startRunning();
  try {
    const code = hundredBlocks();
    const id = await makeNewsletter(running, code);
    let reply: unknown;
    const taken = await takenBy(
      () => cpuOf(running.program.pid),
      async (at) => {
        const begun = performance.now();
        const form = { title: `Save ${at}`, code, version: at + 1 };
        reply = await running.call(newsletterRoutes.updateNewsletter, { id }, form);
        return performance.now() - begun;
      },
    );
    const { attributes } = newsletterRoutes.updateNewsletter.reply.parse(reply).news_letter.data;
    return { taken, stored: { code: attributes.code, body: attributes.body } };
  } finally {
    await running.stop();
  }
}

/** Inserts into the database alone, opened in this process as the program opens it. */
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
