import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { SUBSCRIBER_IMPORT_UNDO_DAYS, subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { tokenMaker } from '#server/data/unsubscribe-tokens.ts';
import { subscriberImportChanges, subscriberImports } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';
import { countWrongGroups } from '#test/subscribers.ts';

const { importSubscribers, lastImport, importUndoing, undoImport, listSubscribers } = subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterEach(async () => expect(await countWrongGroups(test)).toBe(0));
afterAll(async () => await test.close());

const by = () => ({ token: school.owner.token });
const last = async () => (await test.call(lastImport, by())).ok().subscriber_import.data;
const lastId = async () => (await last())?.id ?? '';
const undoing = async (id: string) =>
  (await test.call(importUndoing, { ...by(), params: { id } })).ok().undoing;
const undo = async (id: string) => {
  const started = await test.call(undoImport, { ...by(), params: { id } });
  await test.jobs.settled();
  return started;
};

const HEADING = 'First name,Last name,Email,Class\n';
/** Imports people into the groups named in the last column. */
async function bring(rows: string, names: readonly string[]): Promise<string> {
  const groups = { columns: [3], values: names.map((name) => ({ value: name, group: name })) };
  const body = importBody(HEADING + rows, groups);
  (await test.call(importSubscribers, { ...by(), body, headers: MULTIPART })).ok();
  const id = await lastId();
  test.clock.advance(1000);
  return id;
}

const listed = async () => (await test.call(listSubscribers, by())).ok().subscribers.data;
async function idOf(first: string): Promise<string> {
  return (await listed()).find(({ attributes }) => attributes.first_name === first)?.id ?? '';
}
const people = async () =>
  (await listed()).map(({ attributes: { first_name, last_name, groups } }) =>
    [`${first_name} ${last_name}`, ...groups.map(({ name }) => name)].join(', '),
  );
const groups = async () =>
  (await test.call(groupRoutes.listGroups, by())).ok().groups.data.map(({ attributes }) => attributes.name);

describe('undoing an import', () => {
  it('takes everything back that it did, and says so first', async () => {
    await bring('Ann,Alt,ann@x.example,Oak\nBen,Bee,ben@x.example,\n', ['Oak']);
    const before = await people();
    const id = await bring(
      'Ann,Acht,ann@x.example,Elm\nBen,Bee,ben@x.example,Oak\nCat,Cee,cat@x.example,Elm\n',
      ['Elm', 'Oak'],
    );
    expect(await people()).toEqual(['Ann Acht, Elm, Oak', 'Ben Bee, Oak', 'Cat Cee, Elm']);
    expect((await last())?.attributes.undoable_until).toBe(
      new Date(test.clock.now().getTime() - 1000 + SUBSCRIBER_IMPORT_UNDO_DAYS * DAY_MS).toISOString(),
    );
    expect(await undoing(id)).toEqual({
      removed: 1,
      kept: 0,
      renamed: 1,
      regrouped: 2,
      rejoined: 0,
      groups: ['Elm'],
    });
    (await undo(id)).ok();
    expect(await people()).toEqual(before);
    expect(await groups()).toEqual(['Oak']);
    expect((await last())?.attributes).toMatchObject({
      status: 'undone',
      undoable_until: null,
      added: 0,
      missing: null,
    });
    const log = await test.call(auditRoutes.auditLog, { ...by(), params: { id: school.id } });
    expect(log.ok().audit_log.data.map(({ attributes }) => attributes.action)).toContain('import_undone');
    expect((await undo(id)).error().error_message).toBe(IMPORT_MESSAGES.notUndoable);
  });

  it('leaves who was changed since: edited, gone, or in a later file', async () => {
    const id = await bring(
      'Ann,A,ann@x.example,Oak\nBen,B,ben@x.example,Oak\nCat,C,cat@x.example,Oak\nDan,D,dan@x.example,Oak\n',
      ['Oak'],
    );
    const subscriber = { last_name: 'Edited' };
    await test.call(subscriberRoutes.updateSubscriber, {
      ...by(),
      params: { id: await idOf('Ann') },
      body: { subscriber },
    });
    const ben = await idOf('Ben');
    await test.context.database
      .orm()
      .execute(sql`update subscribers set status = 'unsubscribed' where id = ${ben}`);
    await bring('Cat,C,cat@x.example,\n', []);
    expect(await undoing(id)).toEqual({
      removed: 1,
      kept: 3,
      renamed: 0,
      regrouped: 0,
      rejoined: 0,
      groups: [],
    });
    (await undo(id)).ok();
    expect(await people()).toEqual(['Ben B, Oak', 'Cat C, Oak', 'Ann Edited, Oak']);
  });

  it('leaves who unsubscribed since, and came back', async () => {
    const id = await bring('Ann,A,ann@x.example,Oak\nBen,B,ben@x.example,Oak\n', ['Oak']);
    const tokenOf = await tokenMaker(test.context);
    const url = `/unsubscribe/${tokenOf({ schoolId: school.id, subscriberId: await idOf('Ann') })}`;
    for (const path of [url, `${url}/undo`])
      expect((await test.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
    expect(await undoing(id)).toEqual({
      removed: 1,
      kept: 1,
      renamed: 0,
      regrouped: 0,
      rejoined: 0,
      groups: [],
    });
    (await undo(id)).ok();
    expect(await people()).toEqual(['Ann A, Oak']);
  });

  it('is possible after its lines are forgotten, and continues after its process has died', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `P${at},Q,p${at}@x.example,Oak\n`).join('');
    const id = await bring(rows, ['Oak']);
    test.clock.advance(2 * DAY_MS);
    await test.jobs.run('subscriber_import_sweep');
    expect((await last())?.attributes.has_result).toBe(false);
    expect((await undoing(id)).removed).toBe(600);
    const orm = test.context.database.orm();
    await orm.update(subscriberImports).set({ status: 'undoing' }).where(eq(subscriberImports.id, id));
    await test.jobs.run('subscriber_import_sweep');
    await test.jobs.settled();
    expect((await last())?.attributes.status).toBe('undone');
    expect(await people()).toEqual([]);
    expect(await groups()).toEqual([]);
  });

  it('ends after 30 days, with what it needed', async () => {
    const id = await bring('Ann,A,ann@x.example,Oak\n', ['Oak']);
    const finishedAt = new Date(test.clock.now().getTime() - SUBSCRIBER_IMPORT_UNDO_DAYS * DAY_MS - 1);
    const orm = test.context.database.orm();
    await orm.update(subscriberImports).set({ finishedAt }).where(eq(subscriberImports.id, id));
    expect((await last())?.attributes.undoable_until).toBeNull();
    const refused = await test.call(importUndoing, { ...by(), params: { id } });
    expect(refused.error().error_message).toBe(IMPORT_MESSAGES.notUndoable);
    await test.jobs.run('subscriber_import_sweep');
    const kept = orm.$count(subscriberImportChanges, eq(subscriberImportChanges.importId, id));
    expect(await kept).toBe(0);
  });
});
