import { newsletterRoutes } from '#contract/newsletters.ts';
import type { Route } from '#contract/route.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { emptyInstallation, seedSchool } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';
import { withServer } from './parts/engines.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { cpuOfTree } from './parts/processor-time.ts';

const PROCESSES = [1, 2, 4] as const;
/** Before the measurement, in each process, and in it: pages read and newsletters saved, at the same time. */
const WARM = { pages: 2000, saves: 100 } as const;
const WORK = { pages: 8000, saves: 400 } as const;
const AT_ONCE = 4;
const DRAFTS = 20;
const BLOCKS = 20;
/** Against one process. Source: docs/requirements/performance.md P18. */
const AIM = 1.1;

/** The CPU of the same readers and editors in one, two and four processes on PostgreSQL. */
export default async function measure() {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This needs PostgreSQL');
  try {
    return await withServer(postgres.url, async () => {
      const found: number[] = [];
      for (const processes of PROCESSES) found.push(await cpuOfWork(processes));
      const [reference = Number.NaN] = found;
      return PROCESSES.map((processes, at) => {
        const value = found[at] ?? Number.NaN;
        const ratio = value / reference;
        const name = `CPU of ${WORK.pages} pages read and ${WORK.saves} saves, ${processes} processes`;
        return { name, value, reference, unit: 'ms', ratio, aim: `≤ ${AIM}x of one`, met: ratio <= AIM };
      });
    });
  } finally {
    await postgres.stop();
  }
}

async function cpuOfWork(processes: number): Promise<number> {
  const place = await emptyInstallation();
  const { token } = (await seedSchool(place)).owner;
  const program = startProgram({ ...place.environment, PROCESSES: String(processes) });
  try {
    const { page, save } = await readersAndEditors(await program.url, token);
    const work = async ({ pages, saves }: { readonly pages: number; readonly saves: number }) =>
      void (await Promise.all([repeat(() => read(page), pages), repeat(save, saves)]));
    // Each compiles its own code: without this four would be measured while they do.
    for (let warmed = 0; warmed < processes; warmed += 1) await work(WARM);
    const before = await cpuOfTree(program.pid);
    await work(WORK);
    return (await cpuOfTree(program.pid)) - before;
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await place.remove();
  }
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

async function repeat(work: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
