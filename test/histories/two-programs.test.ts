import { afterAll, beforeAll, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/create-context.ts';
import { createSchool, createStaff } from '#test/factories.ts';
import { freePort } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
import { emptyInstallation, type TestInstallation } from '#test/seed.ts';
import { callProgram } from '#test/sending.ts';
import { runHistories, type World } from './history.ts';
import { loadPages, ORIGIN, openBrowser } from './page.ts';
import { startServer } from './servers.ts';

/** Like histories.test.ts, with two processes behind a load balancer: each call goes to either. Runs only on a server. */
const FIRST = Number(process.env.HISTORY_SEED ?? 1);
const COUNT = Number(process.env.HISTORIES ?? 3);
/** In milliseconds. */
const TIMEOUT = 120_000 + COUNT * 10_000;

let installation: TestInstallation;
let programs: ReturnType<typeof startServer>[] = [];
let world: World;
let closeBrowser = () => {};
beforeAll(async () => {
  installation = await emptyInstallation();
  const context = await createContext(readConfig(installation.environment), () => undefined);
  const school = await createSchool({ context });
  const people = [school.owner.token];
  while (people.length < 4) people.push((await createStaff({ context }, school.id, 'editor')).token);
  await context.mail.close();
  await context.database.close();
  const environment = { ...installation.environment, PUBLIC_URL: ORIGIN };
  const ports = [await freePort(), await freePort()];
  const own = fetch;
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  programs = ports.map((port, index) =>
    startServer(urls[index] ?? '', () => startProgram({ ...environment, PORT: String(port) }), own),
  );
  // They print their public address once they listen.
  await Promise.all(programs.map(({ program }) => program().url));
  world = {
    servers: programs.map(({ server }) => server),
    people,
    create: async (code) => {
      const news_letter = { title: 'Autumn news', layout_type: 'one_column', code };
      const route = newsletterRoutes.createNewsletter;
      const created = await callProgram(urls[0] ?? '', school.owner.token, route, {}, { news_letter });
      return route.reply.parse(created).news_letter.data.id;
    },
  };
  await loadPages();
  closeBrowser = openBrowser();
});
afterAll(async () => {
  for (const { program } of programs) program().signal('SIGKILL');
  for (const { program } of programs) await program().ended;
  // Work that a page has begun ends with the servers, and needs its window.
  closeBrowser();
  await installation.remove();
});

it(
  `ends ${COUNT} histories over two processes with the same newsletter for all, and nothing lost unasked`,
  async () => await runHistories({ first: FIRST, count: COUNT }, world),
  TIMEOUT,
);
