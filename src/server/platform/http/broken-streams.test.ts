import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pathOf } from '#contract/route.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import type { TestSchool } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { newPayer } from '#test/payer.ts';
import { createSubscribers } from '#test/subscribers.ts';

/**
 * An error in the middle of an answer aborts only that answer. An uncaught error would end the process, and fails this
 * test run.
 */

// Simulates a slow disk, so that a stream may fail while the folder is still being read.
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
  // More than one page of rows.
  await createSubscribers(test, school.id, 1500);
  await uploadFile(test, school.owner, Buffer.from('The menu of the week'), 'menu.txt');
  await test.jobs.settled();
  url = await test.listen();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => await test.close());

/** The status, and whether the answer is complete. */
async function request(path: string): Promise<{ readonly status: number; readonly whole: boolean }> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${school.owner.token}` } });
  const whole = await answer.arrayBuffer().then(
    () => true,
    () => false,
  );
  return { status: answer.status, whole };
}

/**
 * Besides calls, separate connections listen and probe the server; and every few seconds the embedded database checks
 * whether a checkpoint or new statistics are due.
 */
const BESIDE_CALLS =
  /^(?:select 1$|listen |analyze |checkpoint$)|\bpg_relation_size\b|\bpg_control_checkpoint\b/;

/** Closes the database connection before a statement, counted from 0. `done` says whether that statement was reached. */
function disconnectBefore(statement: number): { readonly done: () => boolean } {
  const query = Client.prototype.query;
  let count = 0;
  vi.spyOn(Client.prototype, 'query').mockImplementation(function cutting(this: Client, ...given) {
    if (!BESIDE_CALLS.test(String(given[0]))) {
      if (count === statement) this.connection.stream.destroy();
      count += 1;
    }
    return Reflect.apply(query, this, given);
  });
  return { done: () => count > statement };
}

const csv = () => pathOf(subscriberRoutes.exportSubscribers);
const zip = () => pathOf(schoolClosureRoutes.exportSchool, { id: school.id });

it.each([
  ['the subscribers', csv],
  ['everything', zip],
])('a database connection lost at any statement aborts only the export of %s', async (_, path) => {
  const outcomes: string[] = [];
  for (let statement = 0; ; statement += 1) {
    const cut = disconnectBefore(statement);
    const { status, whole } = await request(path());
    vi.restoreAllMocks();
    if (!cut.done()) break;
    outcomes.push(whole ? String(status) : 'broken off');
  }
  expect(await request(path())).toEqual({ status: 200, whole: true });
  // Before anything is sent the answer is a 503; afterwards it is cut off.
  expect(outcomes.length).toBeGreaterThan(5);
  expect(new Set(outcomes)).toEqual(new Set(['503', 'broken off']));
});
