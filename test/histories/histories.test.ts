import { afterAll, beforeAll, it } from 'vitest';
import { buildTestApp } from '#test/app.ts';
import { openTestDatabase, sharedDatabase } from '#test/database.ts';
import { createSchool, createStaff } from '#test/factories.ts';
import { createNewsletter } from '#test/newsletters.ts';
import { runHistories, type World } from './history.ts';
import { loadPages, ORIGIN, openBrowser } from './page.ts';
import { mortal, routesOf } from './servers.ts';

/** `npm run bench -- histories` runs more. A given seed repeats a failure: HISTORY_SEED=5 HISTORIES=1. */
const FIRST = Number(process.env.HISTORY_SEED ?? 1);
const COUNT = Number(process.env.HISTORIES ?? 25);
/** In milliseconds. A history takes some 200. */
const TIMEOUT = 60_000 + COUNT * 5000;

const closing: (() => Promise<void>)[] = [];
let world: World;
let closeBrowser = () => {};
beforeAll(async () => {
  const database = await openTestDatabase();
  closing.push(async () => await database.close());
  const server = async () => {
    const life = mortal(sharedDatabase(database));
    const test = await buildTestApp({ PUBLIC_URL: ORIGIN }, { database: life.database });
    closing.unshift(test.close);
    return { test, routes: routesOf(test.app, life) };
  };
  const [one, other] = [await server(), await server()];
  const school = await createSchool(one.test);
  const people = [school.owner.token];
  while (people.length < 4) people.push((await createStaff(one.test, school.id, 'editor')).token);
  world = {
    servers: [one.routes, other.routes],
    people,
    create: async (code) => (await createNewsletter(one.test, school.owner, { code })).id,
  };
  await loadPages();
  closeBrowser = openBrowser();
});
afterAll(async () => {
  // Last: work that a killed page had begun ends with the servers, and needs its window.
  for (const close of closing) await close();
  closeBrowser();
});

it.each([
  ['keeps what is written on while an answer is on its way', 5259],
  ['ends by itself once the others have done away with what was left to ask', 3_001_163],
  ['keeps a removal that is not finished when somebody else goes on', 3_000_762],
  ['keeps what is back after a save without an answer, sent again in vain', 3_010_445],
  ['asks about what is back when somebody else has kept theirs over its removal', 3_008_131],
])('%s', async (_, seed) => await runHistories({ first: seed, count: 1 }, world));

it(
  `ends ${COUNT} histories of several writers with the same newsletter for all, and nothing lost unasked`,
  async () => await runHistories({ first: FIRST, count: COUNT }, world),
  TIMEOUT,
);
