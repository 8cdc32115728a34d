import { performance } from 'node:perf_hooks';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { startPostgres } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { emptyPlace } from '#test/seed.ts';
import { seedLargeSchool } from './parts/large-school.ts';
import { median } from './parts/running.ts';

/** At the median, in milliseconds. Source: issue 4, "What it must show". */
const AIMS = { embedded: 250, PostgreSQL: 100 } as const;
type Engine = keyof typeof AIMS;
const ROUNDS = 15;

type Query = Readonly<Record<string, string>>;
const LISTS: readonly (readonly [string, Route, readonly Query[]])[] = [
  ['newsletters: page', newsletterRoutes.listNewsletters, [{}, { page: '500' }, { page: '1000' }]],
  [
    'newsletters: sort',
    newsletterRoutes.listNewsletters,
    [
      { order: 'title' },
      { order: 'created_at', direction: 'asc' },
      { order: 'title', direction: 'desc', page: '400' },
    ],
  ],
  [
    'newsletters: search',
    newsletterRoutes.listNewsletters,
    [
      { search_string: 'harvest', order: 'title' },
      { search_string: 'week 77', filter: 'published' },
      { search_string: 'no such thing' },
    ],
  ],
  ['subscribers: page', subscriberRoutes.listSubscribers, [{}, { page: '2500' }, { page: '5000' }]],
  [
    'subscribers: sort',
    subscriberRoutes.listSubscribers,
    [{ order: 'email' }, { order: 'created_at' }, { direction: 'desc', page: '2000' }],
  ],
  [
    'subscribers: search',
    subscriberRoutes.listSubscribers,
    [{ search_string: 'okafor' }, { search_string: 'parent.4999' }, { search_string: 'no such person' }],
  ],
];

/** Search, sort and page among 10,000 newsletters and 50,000 subscribers, against the same calls in a school with ten. */
export default async function measure() {
  const rows = await measureOn('embedded');
  const postgres = await startPostgres();
  if (postgres === null) return rows;
  try {
    return [...rows, ...(await withServer(postgres.url, () => measureOn('PostgreSQL')))];
  } finally {
    await postgres.stop();
  }
}

async function withServer<T>(url: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_URL = url;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TEST_DATABASE_URL;
    else process.env.TEST_DATABASE_URL = before;
  }
}

async function measureOn(engine: Engine) {
  const place = await emptyPlace();
  const { large, small } = await seedLargeSchool(place);
  const program = startProgram(place.environment);
  try {
    const url = await program.url;
    const rows = [];
    for (const [name, row, queries] of LISTS) {
      const value = await timeOf(url, large, row, queries);
      const reference = await timeOf(url, small, row, queries);
      const aim = AIMS[engine];
      rows.push({
        name: `${name}, ${engine}, median`,
        value,
        reference,
        unit: 'ms',
        ratio: value / reference,
        aim: `< ${aim} ms`,
        met: value < aim,
      });
    }
    return rows;
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await place.remove();
  }
}

async function timeOf(url: string, token: string, row: Route, queries: readonly Query[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of queries) {
      const begun = performance.now();
      const answer = await fetch(`${url}${pathOf(row)}?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.text();
      if (!answer.ok) throw new Error(`${row.path} answered ${answer.status}`);
      // The first round warms up.
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  return median(times);
}
