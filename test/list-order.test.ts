import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createSchool, type TestSchool } from './factories.ts';
import { createNewsletter } from './newsletters.ts';
import { createSubscribers } from './subscribers.ts';

/** Paged lists need a total order. Otherwise pages may repeat or skip rows of the same moment. */

const SERVER = fileURLToPath(new URL('../src/server', import.meta.url));
const COUNT = 9;

let test: TestApp;
let school: TestSchool;
let token: string;
let newsletters: readonly string[];
// The test clock does not move, so all rows have the same time.
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
  token = school.owner.token;
  const created: string[] = [];
  for (let at = 0; at < COUNT; at += 1) created.push((await createNewsletter(test, school.owner)).id);
  newsletters = created;
  const createdAt = test.clock.now();
  await createSubscribers(test, school.id, COUNT, { createdAt, lastName: 'Bell' });
  const [newsletterId = ''] = created;
  const words = { subject: 'x', previewText: '', replyTo: 'a@b.example', fromName: 'x' };
  const delivery = { ...words, schoolId: school.id, createdAt };
  await test.context.database
    .orm()
    .insert(deliveries)
    .values([
      ...created.map(() => ({ ...delivery, newsletterId, status: 'canceled' as const })),
      ...created.map((id) => ({ ...delivery, newsletterId: id, status: 'paused' as const })),
    ]);
});
afterAll(() => test.close());

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
type Query = { readonly page: string; readonly per_page: string };
const params = () => ({ id: newsletters[0] ?? '' });

it.each<[string, number, (query: Query) => Promise<readonly string[]>]>([
  [
    'newsletters',
    COUNT,
    async (query) =>
      ids((await test.call(newsletterRoutes.listNewsletters, { token, query })).ok().news_letter.data),
  ],
  [
    'deliveries',
    COUNT + 1,
    async (query) =>
      ids(
        (await test.call(deliveryRoutes.listDeliveries, { token, query, params: params() })).ok().deliveries
          .data,
      ),
  ],
  [
    'subscribers',
    COUNT,
    async (query) =>
      ids((await test.call(subscriberRoutes.listSubscribers, { token, query })).ok().subscribers.data),
  ],
])('%s of the same moment appear once each across pages', async (_, count, page) => {
  const seen: string[] = [];
  for (let at = 1; at <= Math.ceil(count / 2); at += 1)
    seen.push(...(await page({ page: String(at), per_page: '2' })));
  expect(seen).toHaveLength(count);
  expect(new Set(seen).size).toBe(count);
});

it('the dashboard orders deliveries of the same moment by id', async () => {
  const deliveriesShown = (await test.call(dashboardRoutes.dashboard, { token })).ok().dashboard.sendings;
  const rows = await test.context.database.orm().select().from(deliveries);
  const paused = rows.filter(({ status }) => status === 'paused');
  const expected = paused.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ newsletterId }) => newsletterId);
  expect(deliveriesShown.length).toBeGreaterThan(1);
  expect(deliveriesShown.map(({ newsletter_id }) => newsletter_id)).toEqual(
    expected.slice(0, deliveriesShown.length),
  );
});

// The last sort key must be unique, a rhythm's day in its school. Functions and lists of keys are checked where they are defined.
const UNIQUE =
  /(?:\b(?:id|userId|secrets\.name|rhythmIssues\.day|key|email|sequence|number|position|newsletterId)\)*|\.{3}\w+(?:\([^)]*\))?),?\s*$/;

it('every query orders by a unique key', () => {
  const orders = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      readFileSync(`${SERVER}/${file}`, 'utf8')
        .split('.orderBy(')
        .slice(1)
        .map((rest) => `${file}: ${untilClosed(rest)}`),
    );
  expect(orders.length).toBeGreaterThan(20);
  expect(orders.filter((order) => !UNIQUE.test(order))).toEqual([]);
});

// The text up to the bracket that closes the one before it.
function untilClosed(text: string): string {
  let open = 1;
  const end = [...text].findIndex((character) => {
    open += character === '(' ? 1 : character === ')' ? -1 : 0;
    return open === 0;
  });
  return text.slice(0, end);
}
