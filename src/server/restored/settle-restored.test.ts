import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { CLOSING_DAYS, schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { readConfig } from '#server/config.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { listInvitedAddresses } from '#server/features/accounts/staff/invitation-repo.ts';
import { claimFolder } from '#server/features/attachments/storage/installation.ts';
import { eraseSchool } from '#server/features/school-closure/erasure/erasure.ts';
import { runCommand } from '#server/operator/commands.ts';
import { openDatabase } from '#server/platform/db/open-database.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { openDiskFiles } from '#server/platform/files/disk.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { callDeliver, createSendingSchool, deliveryOf, type SendingSchool } from '#test/deliveries.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publishNewsletter } from '#test/newsletters.ts';
import { startProgram } from '#test/program.ts';
import { migratedInstallation, type TestInstallation } from '#test/seed.ts';
import { createSubscribers, type TestSubscriber } from '#test/subscribers.ts';
import { noteRun } from './last-run.ts';
import { LOST_SINCE } from './settle-restored.ts';

/** A restored backup brings back nobody who has left since, and sends families nothing that they may already have. */

let place: TestInstallation;
let apps: TestApp[];
beforeEach(async () => {
  place = await migratedInstallation();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await place.remove();
});

/** The program on the installation, its jobs under control of the test. */
async function open(): Promise<TestApp> {
  const { databaseUrl: url, dataDir } = readConfig(place.environment);
  const database = await openDatabase({ url, dataDir });
  const app = await buildTestApp(place.environment, {
    database,
    files: await openDiskFiles(join(dataDir, 'files')),
  });
  await claimFolder(app.context);
  apps.push(app);
  return app;
}

async function close(): Promise<void> {
  for (const app of apps.splice(0)) await app.close();
}

async function operator(...words: readonly string[]): Promise<string> {
  const output: string[] = [];
  const say = (line: string) => output.push(line);
  const code = await runCommand(place.environment, words, { say, complain: say });
  if (code !== 0) throw new Error(output.join('\n'));
  return output.join('\n');
}

interface Filled extends SendingSchool {
  readonly families: readonly TestSubscriber[];
  readonly delivery: string;
  readonly tomorrow: string;
  readonly timed: string;
  readonly shown: string;
  readonly other: string;
  readonly closed: TestSchool;
}

const at = (test: TestApp, ms: number) => new Date(test.clock.now().getTime() + ms).toISOString();

/** A school with things planned for ten minutes later and for tomorrow, four families and a public page; and another school. */
async function fill(test: TestApp): Promise<Filled> {
  const school = await createSendingSchool(test);
  const { token } = school;
  const families = await createSubscribers(test, school.school.id, 4);
  const plan = async (newsletter: string, ms: number) =>
    (await callDeliver(test, token, newsletter, { send_at: at(test, ms) })).ok().delivery.data.id;
  const delivery = await plan(school.newsletter, 10 * MINUTE_MS);
  const later = await publishNewsletter(test, school.school.owner, { code: [heading('Later')] });
  const tomorrow = await plan(later.id, DAY_MS);
  const draft = await createNewsletter(test, school.school.owner, { code: [heading('Fair')] });
  const timing = { kind: 'publish', at: at(test, 10 * MINUTE_MS), mail: {} };
  const call = { token, params: { id: draft.id }, body: { timing } };
  (await test.call(timingRoutes.planTiming, call)).ok();
  const shown = await publishNewsletter(test, school.school.owner, { code: [heading('With a photo')] });
  const [other, closed] = [await createSchool(test), await createSchool(test)];
  await noteRun(test.context);
  return {
    ...school,
    families,
    delivery,
    tomorrow,
    timed: draft.id,
    shown: shown.id,
    other: other.id,
    closed,
  };
}

/** One family unsubscribes, one unsubscribes and comes back, one is deleted, a page is taken down, one school is closed, another erased. */
async function leave(
  test: TestApp,
  { token, school, families, shown, other, closed }: Filled,
): Promise<void> {
  const tokenFor = await tokenMaker(test.context, 'unsubscribe');
  const [left, back, deleted] = families;
  if (left === undefined || back === undefined || deleted === undefined) throw new Error('Too few families');
  const visit = async ({ id: subscriberId }: TestSubscriber, way = '') => {
    const url = `/unsubscribe/${tokenFor({ schoolId: school.id, subscriberId })}${way}`;
    expect((await test.app.inject({ method: 'POST', url })).statusCode).toBeLessThan(400);
  };
  await visit(left);
  await visit(back);
  await visit(back, '/undo');
  await test.call(subscriberRoutes.deleteSubscriber, { token, params: { id: deleted.id } });
  await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: shown } });
  const { database, clock } = test.context;
  await database.orm().update(schools).set({ closesAt: clock.now() }).where(eq(schools.id, other));
  await eraseSchool(test.context, other, listInvitedAddresses);
  const [row] = await database.orm().select().from(schools).where(eq(schools.id, closed.id));
  const closing = { token: closed.owner.token, params: { id: closed.id }, body: { name: row?.name } };
  (await test.call(schoolClosureRoutes.closeSchool, closing)).ok();
}

/** Checks the outcome, which is the same for each way of restoring. */
async function expectSettled(filled: Filled): Promise<void> {
  const test = await open();
  const { token, families, delivery, tomorrow, timed, shown, other, closed } = filled;
  const listed = (await test.call(subscriberRoutes.listSubscribers, { token })).ok().subscribers.data;
  expect(Object.fromEntries(listed.map(({ attributes: { email, status } }) => [email, status]))).toEqual({
    [families[0]?.email ?? '']: 'unsubscribed',
    [families[1]?.email ?? '']: 'subscribed',
    [families[3]?.email ?? '']: 'subscribed',
  });
  const { status } = (await test.call(newsletterRoutes.getNewsletter, { token, params: { id: shown } })).ok()
    .news_letter.data.attributes;
  expect(status).toBe('draft');
  expect(await test.context.database.orm().$count(schools, eq(schools.id, other))).toBe(0);
  const [row] = await test.context.database.orm().select().from(schools).where(eq(schools.id, closed.id));
  const days = ((row?.closesAt?.getTime() ?? 0) - test.clock.now().getTime()) / DAY_MS;
  expect(Math.round(days)).toBe(CLOSING_DAYS);
  expect(await deliveryOf(test, token, delivery)).toMatchObject({
    status: 'paused',
    trouble: expect.stringContaining('families may have it already'),
  });
  expect(await deliveryOf(test, token, tomorrow)).toMatchObject({ status: 'scheduled' });
  const timings = (await test.call(timingRoutes.listTimings, { token, params: { id: timed } })).ok();
  expect(timings.timing.data).toMatchObject([{ attributes: { status: 'held' } }]);
  // A person resumes it, and it reaches those who are still on the list.
  (await test.call(deliveryRoutes.resumeDelivery, { token, params: { id: delivery } })).ok();
  await test.jobs.settled();
  const reached = test.mail.sent.map(({ to }) => to.address).filter((to) => to.endsWith('@home.example'));
  expect(reached.sort()).toEqual([families[1]?.email, families[3]?.email]);
}

const HELD = /On hold, as families may have them already: 1 sending and 1 publishing,/;
const GONE = [
  '1 family that had unsubscribed is off the list again.',
  '1 deleted family is deleted again.',
  '1 newsletter that was taken down is a draft again.',
  '1 erased school is erased again.',
  '1 closed school is closed again.',
  LOST_SINCE,
];

// A backup of a server needs the tools of its version: test/restore.test.ts has those.
if (process.env.TEST_DATABASE_URL === undefined)
  describe('a restored backup', () => {
    it.each([
      ['a clock that was right', 0],
      ['a clock that was ahead for a while', 40 * DAY_MS],
    ])('by command brings nobody back, holds what may have gone out, and says so: %s', async (_, ahead) => {
      const test = await open();
      const filled = await fill(test);
      test.clock.advance(ahead);
      await noteRun(test.context);
      await close();
      const folder = join(place.folder, 'backups');
      await operator('backup', '--to', folder);
      await leave(await open(), filled);
      await close();
      const [taken = ''] = await readdir(folder);
      const output = await operator('restore', '--from', join(folder, taken), '--aside');
      for (const line of GONE) expect(output).toContain(line);
      expect(output).toMatch(HELD);
      expect(output).toMatch(/All is whole\.$/);
      await expectSettled(filled);
    });

    it('copied by hand is noticed at the start, which says what it holds', async () => {
      const filled = await fill(await open());
      await close();
      const database = join(place.folder, 'database');
      const copy = join(place.folder, 'copy');
      await cp(database, copy, { recursive: true });
      const running = await open();
      running.clock.advance(5 * MINUTE_MS);
      await noteRun(running.context);
      await leave(running, filled);
      await close();
      await rm(database, { recursive: true });
      await cp(copy, database, { recursive: true });
      const program = startProgram(place.environment);
      await program.url;
      program.signal('SIGTERM');
      const { stderr } = await program.ended;
      expect(stderr).toContain('The database is older than what has run here');
      for (const line of GONE) expect(stderr).toContain(line);
      expect(stderr).toMatch(HELD);
      await expectSettled(filled);
    });
  });

describe('after a restore by hand on a machine that knows nothing of it', () => {
  it('one command holds and lets go, and an ordinary start does nothing', async () => {
    const filled = await fill(await open());
    await close();
    const program = startProgram(place.environment);
    await program.url;
    program.signal('SIGTERM');
    expect((await program.ended).stderr).toBe('');
    const running = await open();
    await leave(running, filled);
    // The rows as they are in the backup.
    const back = { status: 'subscribed', unsubscribedAt: null } as const;
    await running.context.database.orm().update(subscribers).set(back);
    await close();
    const output = await operator('restored');
    expect(output).toContain('1 family that had unsubscribed is off the list again.');
    expect(output).toMatch(HELD);
    await expectSettled(filled);
    for (const name of await readdir(join(place.folder, 'leavings')))
      expect(await readFile(join(place.folder, 'leavings', name), 'utf8')).not.toContain('@');
  });
});
