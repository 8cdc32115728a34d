import { newsletterRoutes } from '#contract/newsletters.ts';
import type { Route } from '#contract/route.ts';
import { startPostgres } from '#test/postgres.ts';
import { emptyInstallation, seedSchool } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';
import { withServer } from './parts/engines.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { cpuOfTree } from './parts/processor-time.ts';
import { startBuilt } from './parts/start-built.ts';

const PROCESSES = [2, 4] as const;
/** Pages read and newsletters saved at the same time: before the measurement, in each process, and during it. */
const WARM = { pages: 2000, saves: 100 } as const;
const WORK = { pages: 8000, saves: 400 } as const;
const AT_ONCE = 4;
const DRAFTS = 20;
const BLOCKS = 20;
/** The most CPU, relative to as many programs. Source: docs/requirements/performance.md P18. */
const AIM = 1.1;

/**
 * The CPU of the same readers and editors in one, two and four processes on PostgreSQL. The reference is as many independent
 * programs of one process, at the same time: four on two cores take turns, and each turn finds the core's caches filled by
 * another. That costs both the same; the rest is the cost of our processes to each other. One process is given as a reference
 * too.
 */
export default async function measure() {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This needs PostgreSQL');
  try {
    return await withServer(postgres.url, async () => {
      const one = await cpuOfWork([1]);
      const rows = [];
      for (const processes of PROCESSES) {
        const value = await cpuOfWork([processes]);
        const reference = await cpuOfWork(Array.from({ length: processes }, () => 1));
        const ratio = value / reference;
        const name = `CPU of ${WORK.pages} pages read and ${WORK.saves} saves, ${processes} processes`;
        const aim = `≤ ${AIM}x of ${processes} programs`;
        rows.push({ name, value, unit: 'ms', reference: one, ratio: value / one });
        rows.push({ name: 'the same', value, unit: 'ms', reference, ratio, aim, met: ratio <= AIM });
      }
      return rows;
    });
  } finally {
    await postgres.stop();
  }
}

/** The CPU of the work in milliseconds, shared by programs with these numbers of processes. */
async function cpuOfWork(programs: readonly number[]): Promise<number> {
  const started = await Promise.all(programs.map(startWorker));
  const share = (all: number) => all / started.length;
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);
  const work = async ({ pages, saves }: { readonly pages: number; readonly saves: number }) =>
    await Promise.all(started.map((each) => each.work(share(pages), share(saves), share(AT_ONCE))));
  const cpu = async () => sum(await Promise.all(started.map((each) => each.cpu())));
  try {
    // Each process compiles its own code: without this four would be measured while they do.
    for (let warmed = 0; warmed < sum(programs); warmed += 1) await work(WARM);
    const before = await cpu();
    await work(WORK);
    return (await cpu()) - before;
  } finally {
    await Promise.all(started.map((each) => each.stop()));
  }
}

/** A program with its own database; `work` has `atOnce` readers and as many editors. */
async function startWorker(processes: number) {
  const place = await emptyInstallation();
  const { token } = (await seedSchool(place)).owner;
  const program = startBuilt({ ...place.environment, PROCESSES: String(processes) });
  const { page, save } = await readersAndEditors(await program.url, token);
  return {
    work: async (pages: number, saves: number, atOnce: number) =>
      void (await Promise.all([repeat(() => read(page), pages, atOnce), repeat(save, saves, atOnce)])),
    cpu: () => cpuOfTree(program.pid),
    stop: async () => {
      program.signal('SIGTERM');
      await program.ended;
      await place.remove();
    },
  };
}

/** The address of a published newsletter, and a save of one of several. */
async function readersAndEditors(url: string, token: string) {
  const call = (row: Route, params: Readonly<Record<string, string>>, body?: unknown) =>
    callProgram(url, token, row, params, body);
  const code = hundredBlocks().slice(0, BLOCKS);
  const draft = { title: 'Autumn news', layout_type: 'one_column', code };
  const ids: string[] = [];
  for (let made = 0; made < DRAFTS; made += 1) {
    const reply = await call(newsletterRoutes.createNewsletter, {}, { news_letter: draft });
    ids.push(newsletterRoutes.createNewsletter.reply.parse(reply).news_letter.data.id);
  }
  const published = await call(newsletterRoutes.publishNewsletter, { id: ids[0] ?? '' });
  const { news_letter } = newsletterRoutes.publishNewsletter.reply.parse(published);
  let turn = 0;
  const save = async () => {
    turn += 1;
    const id = ids[turn % ids.length] ?? '';
    await call(newsletterRoutes.updateNewsletter, { id }, { news_letter: { title: `Week ${turn}`, code } });
  };
  return { page: `${url}/published/${news_letter.data.attributes.slug}`, save };
}

async function read(page: string): Promise<void> {
  const answer = await fetch(page, { headers: { 'accept-encoding': 'br' } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The page answered ${answer.status}`);
}

async function repeat(work: () => Promise<unknown>, times: number, atOnce: number): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
