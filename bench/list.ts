import { performance } from 'node:perf_hooks';
import { fileRoutes } from '#contract/files.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { pathOf, type Route } from '#contract/route.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { emptyInstallation } from '#test/seed.ts';
import { AIMS, type Engine, onEachEngine } from './parts/engines.ts';
import { type Seeded, seedLargeSchool } from './parts/large-school.ts';
import { memoryOf, mostMemoryWhile } from './parts/memory.ts';
import { median, p95 } from './parts/running.ts';
import { startBuilt } from './parts/start-built.ts';

const ROUNDS = 15;
/** The limits for all calls together, in milliseconds, and for memory, in MB. Source: docs/requirements/threats.md R10. */
const R10 = { p95: 300, memory: 500 } as const;

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
  ['files: page', fileRoutes.listAttachments, [{}, { page: '125' }, { page: '250' }]],
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

/**
 * Searches, sorting and paging among 10,000 newsletters and 50,000 subscribers, against the same calls in a school with
 * ten of each; and the memory meanwhile.
 */
export default async function measure() {
  return await onEachEngine(measureOn);
}

async function measureOn(engine: Engine) {
  const place = await emptyInstallation();
  const { large, small } = await seedLargeSchool(place);
  const program = startBuilt({ ...place.environment, START_WITHOUT_FILES: '1' });
  try {
    const url = await program.url;
    const before = await memoryOf(program);
    const lists = await mostMemoryWhile(program, () => timeLists(url, { large, small }, engine));
    const { most } = await memoryOf(program);
    const { rows, all } = lists.result;
    return [
      ...rows,
      rowOf(`lists: all calls, ${engine}, p95`, p95(all.large), p95(all.small), 'ms', R10.p95),
      rowOf(`lists: most memory meanwhile, ${engine}`, lists.most, before.now, 'MB', R10.memory),
      // Includes the compilation of the embedded engine in the first seconds, its peak.
      rowOf(`lists: most memory since the start, ${engine}`, most, lists.most, 'MB', R10.memory),
    ];
  } finally {
    program.signal('SIGTERM');
    await program.ended;
    await place.remove();
  }
}

async function timeLists(url: string, tokens: Seeded, engine: Engine) {
  const rows = [];
  const all: Record<keyof Seeded, number[]> = { large: [], small: [] };
  for (const [name, row, queries] of LISTS) {
    const large = await timesOf(url, tokens.large, row, queries);
    const small = await timesOf(url, tokens.small, row, queries);
    rows.push(rowOf(`${name}, ${engine}, median`, median(large), median(small), 'ms', AIMS[engine]));
    all.large.push(...large);
    all.small.push(...small);
  }
  return { rows, all };
}

function rowOf(name: string, value: number, reference: number, unit: string, limit: number) {
  const aim = `< ${limit} ${unit}`;
  return { name, value, reference, unit, ratio: value / reference, aim, met: value < limit };
}

async function timesOf(url: string, token: string, row: Route, queries: readonly Query[]): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of queries) {
      const begun = performance.now();
      const answer = await fetch(`${url}${pathOf(row)}?${new URLSearchParams(query)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.text();
      if (!answer.ok) throw new Error(`${row.path} answered ${answer.status}`);
      // The first round is warm-up.
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  return times;
}
