import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { pathOf } from '#contract/route.ts';
import { SUBSCRIBER_MESSAGES, subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import {
  subscriberImportParts,
  subscriberImports,
  subscribers,
} from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART, multipartBody } from '#test/multipart.ts';
import { whileReading } from './import-reading.ts';
import { findImport, type ImportRow } from './import-repo.ts';

const { importSubscribers, lastImport, importResult, cancelImport } = subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

function send(csv: string) {
  const { token } = school.owner;
  return test.call(importSubscribers, { token, body: importBody(csv), headers: MULTIPART });
}

async function stored(): Promise<string[]> {
  const rows = await test.context.database
    .orm()
    .select()
    .from(subscribers)
    .where(eq(subscribers.schoolId, school.id))
    .orderBy(subscribers.email);
  return rows.map(({ firstName, lastName, email }) => `${firstName} ${lastName} <${email}>`);
}

const last = async () =>
  (await test.call(lastImport, { token: school.owner.token })).ok().subscriber_import.data;
async function waitForImport(): Promise<string> {
  return await vi.waitUntil(async () => (await last())?.id, { timeout: 20_000, interval: 5 });
}
const result = (id: string, by = school) =>
  test.call(importResult, { token: by.owner.token, params: { id } });
const cancel = (id: string) => test.call(cancelImport, { token: school.owner.token, params: { id } });

/** Sets the last import back to running, as if its process had died before the end. */
async function reopen(changes: { isDone?: boolean } = {}): Promise<string> {
  const id = (await last())?.id ?? '';
  const orm = test.context.database.orm();
  await orm
    .update(subscriberImports)
    .set({ status: 'running', finishedAt: null })
    .where(eq(subscriberImports.id, id));
  if (changes.isDone === false)
    await orm
      .update(subscriberImportParts)
      .set({ isDone: false })
      .where(eq(subscriberImportParts.importId, id));
  return id;
}

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => `P${at},Q,p${at}@x.example\n`).join('');
const HEADING = 'First name,Last name,Email\n';

it('continues when the caller disconnects', async () => {
  const base = await test.listen();
  const request = new AbortController();
  const answer = await fetch(base + pathOf(importSubscribers), {
    method: 'POST',
    headers: {
      ...MULTIPART,
      accept: 'application/x-ndjson',
      authorization: `Bearer ${school.owner.token}`,
    },
    body: new Uint8Array(importBody(HEADING + people(3000))),
    signal: request.signal,
  });
  await answer.body?.getReader().read();
  request.abort();
  await test.jobs.settled();
  expect(await stored()).toHaveLength(3000);
  expect((await last())?.attributes).toMatchObject({ status: 'done', total: 3000, done: 3000, added: 3000 });
});

it('is continued after its process has died', async () => {
  (await send(`${HEADING}Ann,Lee,ann@x.example\n`)).ok();
  await reopen({ isDone: false });
  await test.context.database.orm().delete(subscribers).where(eq(subscribers.schoolId, school.id));
  await test.jobs.run('subscriber_import_sweep');
  expect(await stored()).toEqual(['Ann Lee <ann@x.example>']);
  expect((await last())?.attributes.status).toBe('done');
});

it('reverts its changes when cancelled, except for people who have unsubscribed in the meantime', async () => {
  (await send(`${HEADING}Ann,Old,ann@x.example\nBen,Lee,ben@x.example\n`)).ok();
  test.clock.advance(1000);
  const before = await stored();
  const file = `${HEADING}Ann,New,ann@x.example\nCat,Lee,cat@x.example\nDan,Lee,dan@x.example\n`;
  (await send(file + people(600))).ok();
  const id = await reopen();
  await test.context.database
    .orm()
    .update(subscribers)
    .set({ status: 'unsubscribed' })
    .where(eq(subscribers.email, 'dan@x.example'));
  test.clock.advance(1000);
  expect((await cancel(id)).ok().subscriber_import.data.attributes.status).toBe('canceling');
  await test.jobs.settled();
  expect(await stored()).toEqual([...before, 'Dan Lee <dan@x.example>']);
  expect((await last())?.attributes).toMatchObject({
    status: 'canceled',
    done: 0,
    added: 0,
    has_result: false,
  });
  expect((await cancel(id)).ok().subscriber_import.data.attributes.status).toBe('canceled');
  const log = await test.call(auditRoutes.auditLog, {
    token: school.owner.token,
    params: { id: school.id },
  });
  expect(log.ok().audit_log.data[0]?.attributes).toMatchObject({
    action: 'import_canceled',
    subject: 'parents.csv',
  });
});

it('cannot be cancelled once done, nor by another school', async () => {
  (await send(`${HEADING}Ann,Lee,ann@x.example\n`)).ok();
  const id = (await last())?.id ?? '';
  const late = await cancel(id);
  expect([late.status, late.error().error_message]).toEqual([409, IMPORT_MESSAGES.ended]);
  const other = await createSchool(test);
  const foreign = await test.call(cancelImport, { token: other.owner.token, params: { id } });
  expect(foreign.status).toBe(404);
});

it('is limited to one at a time in a school', async () => {
  (await send(`${HEADING}Ann,Lee,ann@x.example\n`)).ok();
  await reopen();
  const second = await send(`${HEADING}Ben,Lee,ben@x.example\n`);
  expect([second.status, second.error().error_message]).toEqual([409, IMPORT_MESSAGES.underWay]);
  await test.jobs.run('subscriber_import_sweep');
  expect((await send(`${HEADING}Ben,Lee,ben@x.example\n`)).status).toBe(200);
});

it('keeps the outcome of each line for a day, and then only the counts', async () => {
  expect(await last()).toBeNull();
  const { import: reply } = (await send(`${HEADING}Ann,Lee,ann@x.example\n,Lee,none\n`)).ok();
  const id = (await last())?.id ?? '';
  expect((await result(id)).ok().import).toEqual(reply);
  test.clock.advance(DAY_MS + 1000);
  await test.jobs.run('subscriber_import_sweep');
  const counts = { added: 1, updated: 0, skipped: 0, unreadable: 1 };
  expect((await last())?.attributes).toMatchObject({ status: 'done', ...counts, has_result: false });
  expect((await result(id)).status).toBe(404);
});

it('returns its lines with the result, not with the status', async () => {
  (await send(HEADING + people(600))).ok();
  const answer = await test.call(lastImport, { token: school.owner.token });
  expect(answer.text).not.toContain('p1@x.example');
  const id = (await last())?.id ?? '';
  expect((await result(id)).ok().import.lines).toHaveLength(600);
  const other = await createSchool(test);
  expect((await result(id, other)).status).toBe(404);
  await reopen();
  expect((await result(id)).status).toBe(404);
});

// Takes a second to parse.
const COMMAS = `Name,Email\n${`${','.repeat(240)}\n`.repeat(20_000)}`;

describe('while its file is read', () => {
  it('is listed, blocks another import, and fails if the file is unreadable', async () => {
    const reading = send(COMMAS);
    const id = await waitForImport();
    expect((await last())?.attributes).toMatchObject({ status: 'reading', total: 0, done: 0 });
    expect((await send(`${HEADING}Ben,Lee,ben@x.example\n`)).error().error_message).toBe(
      IMPORT_MESSAGES.underWay,
    );
    // The sweep leaves an import alone while its file is being read.
    await test.jobs.run('subscriber_import_sweep');
    expect((await reading).error().error_message).toBe(IMPORT_MESSAGES.noPeople);
    expect((await last())?.attributes).toMatchObject({ status: 'failed', has_result: false, refusal: null });
    const late = await cancel(id);
    expect([late.status, late.error().error_message]).toEqual([409, IMPORT_MESSAGES.ended]);
    (await send(`${HEADING}Ben,Lee,ben@x.example\n`)).ok();
  });

  it('can be cancelled', async () => {
    const reading = send(`${COMMAS}Ann Lee,ann@x.example\n`);
    expect((await cancel(await waitForImport())).ok().subscriber_import.data.attributes.status).toBe(
      'canceled',
    );
    const refused = await reading;
    expect([refused.status, refused.error().error_message]).toEqual([409, IMPORT_MESSAGES.canceled]);
    expect(await stored()).toEqual([]);
    expect((await last())?.attributes.status).toBe('canceled');
  });

  /** Records an import whose process has died. */
  async function leave(readingAt: Date | null): Promise<Pick<ImportRow, 'schoolId' | 'id'>> {
    const file = { fileName: 'parents.csv', agreement: 'told' } as const;
    const row = { id: randomUUID(), schoolId: school.id, ...file, createdAt: test.clock.now(), readingAt };
    await test.context.database.orm().insert(subscriberImports).values(row);
    return row;
  }

  /** Where other processes may be reading it, it counts as lost only after a time. */
  async function expectKeptFor(time: number): Promise<void> {
    if (test.context.database.kind === 'pglite') return;
    const next = await send(`${HEADING}Ben,Lee,ben@x.example\n`);
    expect(next.error().error_message).toBe(IMPORT_MESSAGES.underWay);
    test.clock.advance(time - 1000);
    await test.jobs.run('subscriber_import_sweep');
    expect((await last())?.attributes.status).toBe('reading');
    test.clock.advance(2000);
  }

  it('fails when its process has died, and says so', async () => {
    await leave(test.clock.now());
    await expectKeptFor(MINUTE_MS);
    expect((await last())?.attributes).toMatchObject({
      status: 'failed',
      refusal: IMPORT_MESSAGES.interrupted,
    });
    (await send(`${HEADING}Ben,Lee,ben@x.example\n`)).ok();
  });

  it('lets the next one begin when its process has died', async () => {
    await leave(test.clock.now());
    await expectKeptFor(MINUTE_MS);
    (await send(`${HEADING}Ben,Lee,ben@x.example\n`)).ok();
    expect(await stored()).toEqual(['Ben Lee <ben@x.example>']);
  });

  it('is given more time by a version that does not say that it reads', async () => {
    await leave(null);
    await expectKeptFor(10 * MINUTE_MS);
    await test.jobs.run('subscriber_import_sweep');
    const [row] = await test.context.database
      .orm()
      .select()
      .from(subscriberImports)
      .where(eq(subscriberImports.schoolId, school.id));
    expect(row).toMatchObject({ status: 'failed', refusal: IMPORT_MESSAGES.interrupted });
  });

  it('says again and again that it is being read', async () => {
    const begun = test.clock.now();
    const row = await leave(begun);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const readingAt = async () => (await findImport(test.context.database, row.schoolId, row.id))?.readingAt;
    await whileReading(test.context, row, async () => {
      expect(await readingAt()).toEqual(begun);
      test.clock.advance(10_000);
      vi.advanceTimersByTime(10_000);
      await vi.waitUntil(async () => (await readingAt())?.getTime() === test.clock.now().getTime(), {
        timeout: 20_000,
      });
    });
  });
});

it('requires how the people agreed, and stores the answer', async () => {
  const { token } = school.owner;
  const file = { name: 'file', filename: 'a.csv', content: Buffer.from(`${HEADING}Ann,Lee,ann@x.example\n`) };
  const sendWith = (...fields: { name: string; content: Buffer }[]) =>
    test.call(importSubscribers, { token, body: multipartBody([...fields, file]), headers: MULTIPART });
  for (const fields of [[], [{ name: 'agreement', content: Buffer.from('bought') }]]) {
    const refused = await sendWith(...fields);
    expect(refused.status).toBe(400);
    expect(refused.error().errors).toEqual({ agreement: [SUBSCRIBER_MESSAGES.agreement] });
  }
  expect(await stored()).toEqual([]);
  (await sendWith({ name: 'agreement', content: Buffer.from('asked') })).ok();
  expect((await last())?.attributes.agreement).toBe('asked');
  const log = (await test.call(auditRoutes.auditLog, { token, params: { id: school.id } })).ok();
  expect(log.audit_log.data[0]?.attributes.details).toEqual({ added: 1, updated: 0, agreement: 'asked' });
});
