import { dashboardRoutes } from '#contract/dashboard.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import type { Route } from '#contract/route.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { startPostgres } from '#test/postgres.ts';
import type { Program } from '#test/program.ts';
import { emptyInstallation, type TestInstallation } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';
import { seedCountry } from './parts/country-data.ts';
import { withServer } from './parts/engines.ts';
import { hundredBlocks } from './parts/hundred-blocks.ts';
import { median, p95 } from './parts/running.ts';
import { startBuilt } from './parts/start-built.ts';

/** The number of schools in the large database (a county has 2,000), each with the newsletters and families of `country-data.ts`. */
const SCHOOLS = Number(process.env.COUNTRY_SCHOOLS ?? 200);
const FEW = 20;
const ROUNDS = Number(process.env.COUNTRY_ROUNDS ?? 600);
/** Earlier rounds, which are not measured. */
const WARM_UP = 10;
/** The most time of a call, relative to the same one among 20 schools. Source: docs/requirements/performance.md P17. */
const AIM = 1.2;

type Params = Readonly<Record<string, string>>;
interface Asked {
  readonly name: string;
  readonly row: Route;
  readonly params?: Params;
  readonly query?: Params;
  readonly body?: (round: number) => unknown;
}

/** Times the same calls of one school among many schools and among few, in turns, on PostgreSQL. */
export default async function measure() {
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('This needs PostgreSQL');
  const open: Side[] = [];
  try {
    await withServer(postgres.url, async () => {
      for (const schools of [SCHOOLS, FEW]) open.push(await startSide(schools));
    });
    const [many, few] = open;
    if (many === undefined || few === undefined) throw new Error('Both databases are needed');
    return await compare(many, few);
  } finally {
    for (const side of open) await side.stop();
    await postgres.stop();
  }
}

interface Side {
  ask(asked: Asked, round: number): Promise<number>;
  readonly newsletter: string;
  stop(): Promise<void>;
}

async function startSide(schools: number): Promise<Side> {
  const place = await emptyInstallation();
  const { token, newsletter } = await seedCountry(place, schools);
  const program = startBuilt(place.environment);
  const url = await program.url;
  return {
    newsletter,
    ask: async ({ row, params = {}, query, body }, round) => {
      const given = row.path.includes(':id') ? { id: newsletter, ...params } : params;
      const begun = performance.now();
      await callProgram(url, token, withQuery(row, query), given, body?.(round));
      return performance.now() - begun;
    },
    stop: () => end(program, place),
  };
}

async function end(program: Program, place: TestInstallation): Promise<void> {
  program.signal('SIGTERM');
  await program.ended;
  await place.remove();
}

function withQuery(row: Route, query: Params = {}): Route {
  const words = new URLSearchParams(query).toString();
  return words === '' ? row : { ...row, path: `${row.path}?${words}` };
}

const code = () => hundredBlocks().slice(0, 20);
const CALLS: readonly Asked[] = [
  { name: 'dashboard', row: dashboardRoutes.dashboard },
  { name: 'newsletters: page', row: newsletterRoutes.listNewsletters },
  {
    name: 'newsletters: search',
    row: newsletterRoutes.listNewsletters,
    query: { search_string: 'harvest', order: 'title' },
  },
  { name: 'families: page', row: subscriberRoutes.listSubscribers, query: { order: 'email' } },
  { name: 'families: search', row: subscriberRoutes.listSubscribers, query: { search_string: 'okafor' } },
  { name: 'open', row: newsletterRoutes.getNewsletter },
  {
    name: 'save',
    row: newsletterRoutes.updateNewsletter,
    body: (round) => ({ news_letter: { title: `Week ${round}`, code: code() } }),
  },
  { name: 'publish', row: newsletterRoutes.publishNewsletter },
  { name: 'preparing a sending', row: deliveryRoutes.audience },
];

async function compare(many: Side, few: Side) {
  const sides = { many, few };
  const rows = [];
  for (const asked of CALLS) {
    const times: { readonly many: number[]; readonly few: number[] } = { many: [], few: [] };
    for (let round = 1 - WARM_UP; round <= ROUNDS; round += 1) {
      // In turns, so that the machine's other work affects both alike, and each comes first equally often.
      const turns = round % 2 === 0 ? (['many', 'few'] as const) : (['few', 'many'] as const);
      for (const side of turns) {
        const took = await sides[side].ask(asked, round);
        if (round > 0) times[side].push(took);
      }
    }
    const name = `${asked.name}, among ${SCHOOLS} schools`;
    rows.push(compared(`${name}, median`, median(times.many), median(times.few)));
    rows.push(compared(`${name}, p95`, p95(times.many), p95(times.few)));
  }
  return rows;
}

function compared(name: string, value: number, reference: number) {
  const ratio = value / reference;
  return { name, value, reference, unit: 'ms', ratio, aim: `≤ ${AIM}x of ${FEW} schools`, met: ratio <= AIM };
}
