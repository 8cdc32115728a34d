import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pathOf } from '#contract/route.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import type { TestSchool } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { newPayer } from '#test/paying.ts';
import { createSubscribers } from '#test/subscribers.ts';

/**
 * What goes wrong in the middle of an answer breaks off that answer. An error that nobody had caught would end the
 * process; here, it would fail the run as an unhandled error.
 */

// A slow disk: what begins before it has answered may break before it has.
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const readdir = async (folder: string) => {
    for (let turn = 0; turn < 2000; turn += 1) await setImmediate();
    return await fs.readdir(folder);
  };
  return { ...fs, readdir };
});

let test: TestApp;
let school: TestSchool;
let url: string;
beforeAll(async () => {
  test = await buildTestApp();
  const payer = await newPayer(test);
  await payer.buy('yearly');
  ({ school } = payer);
  // More than are read at once.
  await createSubscribers(test, school.id, 1500);
  await uploadFile(test, school.owner, Buffer.from('The menu of the week'), 'menu.txt');
  await test.jobs.settled();
  url = await test.listen();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => await test.close());

/** The status and whether all of the answer came. */
async function ask(path: string): Promise<{ readonly status: number; readonly whole: boolean }> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${school.owner.token}` } });
  const whole = await answer.arrayBuffer().then(
    () => true,
    () => false,
  );
  return { status: answer.status, whole };
}

/** Cuts the database's connection just before a statement, counted from 0. Tells whether it has come to that. */
function cutBefore(statement: number): { readonly done: () => boolean } {
  const query = Client.prototype.query;
  let count = 0;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function cutting(this: Client, ...given) {
    if (count === statement) this.connection.stream.destroy();
    count += 1;
    return Reflect.apply(query, this, given);
  });
  return { done: () => count > statement };
}

const csv = () => pathOf(subscriberRoutes.exportSubscribers);
const zip = () => pathOf(schoolClosureRoutes.exportSchool, { id: school.id });

it.each([
  ['the subscribers', csv],
  ['everything', zip],
])('a database that is lost at any statement breaks off the export of %s alone', async (_, path) => {
  const outcomes: string[] = [];
  for (let statement = 0; ; statement += 1) {
    const cut = cutBefore(statement);
    const { status, whole } = await ask(path());
    vi.restoreAllMocks();
    if (!cut.done()) break;
    outcomes.push(whole ? String(status) : 'broken off');
  }
  expect(await ask(path())).toEqual({ status: 200, whole: true });
  // Before anything is sent, the answer says it; after that, it ends before its end.
  expect(outcomes.length).toBeGreaterThan(5);
  expect(new Set(outcomes)).toEqual(new Set(['503', 'broken off']));
});
