import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { makeNewsletter, type Running, startRunning } from './parts/running.ts';

/** Source: docs/requirements/performance.md P11. */
const READERS = 1000;
const SECONDS = 30;
const EDITORS = 3;
/** Roughly the time between two autosaves while a person types. */
const BETWEEN_SAVES_MS = 1000;
const SAVE_P95_MS = 500;
const READ_P99_MS = 1000;

/** A thousand readers of one newsletter at once, while editors save others. */
export default async function measure() {
  const running = await startRunning();
  try {
    const path = await publishedPath(running);
    const drafts: string[] = [];
    for (let editor = 0; editor < EDITORS; editor += 1) drafts.push(await makeNewsletter(running, code()));
    // autocannon returns a thenable: wraps it in a promise.
    const reading = Promise.resolve(
      autocannon({
        url: running.url + path,
        connections: READERS,
        duration: SECONDS,
        headers: { 'accept-encoding': 'gzip, deflate, br' },
      }),
    );
    let isOver = false;
    const saving = Promise.all(drafts.map((id) => keepSaving(running, id, () => isOver)));
    // If reading fails, its error is the one to show.
    saving.catch(() => undefined);
    const read = await reading.finally(() => {
      isOver = true;
    });
    const saves = (await saving).flat().sort((a, b) => a - b);
    const failed = read.errors + read.timeouts + read.non2xx;
    const p95 = saves[Math.floor(saves.length * 0.95)] ?? Number.NaN;
    return [
      { name: `${READERS} readers, answers a second`, value: read.requests.average, unit: 'answers' },
      { name: 'errors among them', value: failed, unit: 'errors', aim: '0', met: failed === 0 },
      {
        name: 'their 99th of 100 answers',
        value: read.latency.p99,
        unit: 'ms',
        aim: `< ${READ_P99_MS} ms`,
        met: read.latency.p99 < READ_P99_MS,
      },
      {
        name: `the 95th of 100 saves meanwhile, of ${saves.length}`,
        value: p95,
        unit: 'ms',
        aim: `< ${SAVE_P95_MS} ms`,
        met: p95 < SAVE_P95_MS,
      },
    ];
  } finally {
    await running.stop();
  }
}

const code = () => hundredBlocks().slice(0, 20);

async function publishedPath(running: Running): Promise<string> {
  const id = await makeNewsletter(running, code());
  const published = await running.call(newsletterRoutes.publishNewsletter, { id });
  return `/published/${newsletterRoutes.publishNewsletter.reply.parse(published).news_letter.data.attributes.slug}`;
}

/** Saves until `isOver`; resolves to the durations in milliseconds. Rejects if a save fails. */
async function keepSaving(running: Running, id: string, isOver: () => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    await running.call(
      newsletterRoutes.updateNewsletter,
      { id },
      { news_letter: { title: `Save ${took.length}`, code: code() } },
    );
    took.push(performance.now() - start);
    await delay(BETWEEN_SAVES_MS);
  }
  return took;
}
