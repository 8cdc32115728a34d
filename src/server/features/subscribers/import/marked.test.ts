import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IMPORT_MESSAGES, MARKED_MESSAGES } from '#contract/families/import-messages.ts';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import type { GroupsInFile } from '#contract/groups/import-groups.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { importBody } from '#test/examples/families.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { MULTIPART } from '#test/multipart.ts';

/** People whom a file marks as having left: they leave here, too, and later files do not add them. */

const { importSubscribers, importUndoing, lastImport, listSubscribers, undoImport } = subscriberRoutes;

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const by = () => ({ token: school.owner.token });
const LEAVES: GroupsInFile = { columns: [], values: [], leaves: true };
async function send(csv: string, choice?: GroupsInFile, dryRun = false, name?: string) {
  const query = dryRun ? { query: { dry_run: 'true' } } : {};
  const sent = { ...by(), ...query, body: importBody(csv, choice, name), headers: MULTIPART };
  const { import: result } = (await test.call(importSubscribers, sent)).ok();
  test.clock.advance(1000);
  return result;
}
const list = async () =>
  (await test.call(listSubscribers, by()))
    .ok()
    .subscribers.data.map(({ attributes: { email, status } }) => `${email} ${status}`);

const PLAIN = 'Name,Email\nAnn Lee,ann@x.example\n';
const WITH_NEW = `${PLAIN}Ben Fox,ben@x.example\n`;
const MARKED = 'Name,Email,Status\nAnn Lee,ann@x.example,unsubscribed\nBen Fox,ben@x.example,cleaned\n';

it('are offered, and without a choice nobody leaves', async () => {
  await send(PLAIN);
  expect(await send(MARKED, undefined, true)).toMatchObject({
    ...{ marked: 2, marked_on_list: 1, came_back: 1, leaves: true },
  });
  const { lines } = await send(MARKED);
  const messages = [MARKED_MESSAGES.unsubscribed.stays, MARKED_MESSAGES.cameBack.marked];
  expect(lines.map(({ message }) => message)).toEqual(messages);
  expect(await list()).toEqual(['ann@x.example subscribed']);
});

it.each([
  ['Email,CLEAN_TIME\nann@x.example,2026-03-01 08:00:00\n', 'list.csv', 1],
  ['Email,Hard bounced\nann@x.example,yes\n', 'list.csv', 1],
  ['Email\nann@x.example\n', 'cleaned_segment_export_1.csv', 1],
  ['Email\nann@x.example\n', 'unsubscribed_segment_export_1.csv', 0],
  // Unsubscribing, their own decision, comes before 'cleaned'.
  ['Email,Status\nann@x.example,cleaned\nann@x.example,unsubscribed\n', 'list.csv', 0],
])('says of %j in %s whether mail came back', async (file, name, came_back) => {
  const { lines, ...result } = await send(file, undefined, true, name);
  expect(result).toMatchObject({ marked: 1, came_back });
  const words = came_back === 1 ? MARKED_MESSAGES.cameBack : MARKED_MESSAGES.unsubscribed;
  expect(lines[0]?.message).toBe(words.marked);
});

it('leave the list, and stay off it in later files', async () => {
  await send(PLAIN);
  const { lines, updated } = await send(MARKED, LEAVES);
  expect(updated).toBe(1);
  const messages = [MARKED_MESSAGES.unsubscribed.leaves, MARKED_MESSAGES.cameBack.marked];
  expect(lines.map(({ message }) => message)).toEqual(messages);
  expect(await list()).toEqual(['ann@x.example unsubscribed']);
  const later = await send(WITH_NEW);
  expect(later.lines.map(({ message }) => message)).toEqual([
    IMPORT_MESSAGES.unsubscribed,
    IMPORT_MESSAGES.unsubscribed,
  ]);
  expect(await list()).toEqual(['ann@x.example unsubscribed']);
});

it('come back where the import is undone', async () => {
  await send(PLAIN);
  await send(MARKED, LEAVES);
  const id = (await test.call(lastImport, by())).ok().subscriber_import.data?.id ?? '';
  const params = { params: { id } };
  expect((await test.call(importUndoing, { ...by(), ...params })).ok().undoing).toMatchObject({
    rejoined: 1,
    kept: 0,
  });
  (await test.call(undoImport, { ...by(), ...params })).ok();
  await test.jobs.settled();
  expect(await list()).toEqual(['ann@x.example subscribed']);
  expect(await send(WITH_NEW)).toMatchObject({ added: 1 });
});

it('may answer what an unknown word means', async () => {
  const file = 'Name,Email,Status\nAnn Lee,ann@x.example,pending\n';
  expect(await send(file)).toMatchObject({ added: 0, skipped: 1 });
  const asked = await send(file, undefined, true);
  expect(asked.unknown_words).toEqual([{ word: 'pending', families: 1, is_on: null }]);
  const answer = (is_on: boolean) => ({ columns: [], values: [], words: [{ word: 'pending', is_on }] });
  expect(await send(file, answer(false))).toMatchObject({ added: 0, marked: 1 });
  expect(await send(file, answer(true))).toMatchObject({ added: 1 });
});

it('takes the addresses of the chosen columns', async () => {
  const file = 'Parent 1 email,Parent 2 email\nann@x.example,ben@x.example\n';
  const { email_columns } = await send(file, undefined, true);
  expect(email_columns.map(({ is_used }) => is_used)).toEqual([true, true]);
  expect(await send(file, { columns: [], values: [], emails: [0] })).toMatchObject({ added: 1 });
  expect(await list()).toEqual(['ann@x.example subscribed']);
});

it('takes the address that was meant in place of one that is right', async () => {
  const file = 'Name,Email,Class\nAnn Lee,Ann@Gmial.com,4B\n';
  const [line] = (await send(file, undefined, true)).lines;
  expect(line).toMatchObject({ email: 'ann@gmial.com', outcome: 'added' });
  const mended = [{ line: 2, email: 'ann@gmial.com', mended: 'ann@gmail.com' }];
  expect(await send(file, { columns: [], values: [], mended })).toMatchObject({ added: 1 });
  expect(await list()).toEqual(['ann@gmail.com subscribed']);
});

it('knows who was mended before when the file comes again, and nobody else', async () => {
  const file = (names: string) => `Name,Email,Class\n${names},ann@gmial.com,4B\n`;
  const mended = [{ line: 2, email: 'ann@gmial.com', mended: 'ann@gmail.com' }];
  const choice = { columns: [2], values: [{ value: '4B', group: '4B' }] };
  await send(file('Ann Lee'), { ...choice, mended });
  const again = await send(file('Ann Lee'), choice, true);
  expect(again.lines).toMatchObject([
    { line: 2, email: 'ann@gmail.com', outcome: 'skipped', message: IMPORT_MESSAGES.same },
  ]);
  expect(await send(file('Ann Lee'), choice)).toMatchObject({ added: 0, skipped: 1 });
  expect(await list()).toEqual(['ann@gmail.com subscribed']);
  expect((await send(file('Bea Fox'), choice, true)).lines).toMatchObject([
    { email: 'ann@gmial.com', outcome: 'added' },
  ]);
});

it('takes a mended address in place of a wrong one, in the groups of its line', async () => {
  const file =
    'Name,Email,Class\nAnn Lee,ann@x@example,4B\nBen Fox,"ben@x.example; cat@x",4B\nAnn Lee,ann@x@example,4B\n';
  const asked = await send(file, undefined, true);
  expect(asked.lines.map(({ email, mendable }) => [email, mendable])).toEqual([
    ['ann@x@example', true],
    ['ben@x.example', undefined],
    ['cat@x', true],
    ['ann@x@example', true],
  ]);
  const mended = [
    { line: 2, email: 'ann@x@example', mended: 'Ann@x.example' },
    { line: 3, email: 'cat@x', mended: 'cat@x.example' },
    { line: 4, email: 'ann@x@example', mended: 'still wrong' },
  ];
  const choice = { columns: [2], values: [{ value: '4B', group: '4B' }], mended };
  expect(await send(file, choice, true)).toMatchObject({ added: 3, mended });
  const { lines, added } = await send(file, choice);
  expect(added).toBe(3);
  expect(lines.map(({ email, message }) => [email, message])).toEqual([
    ['ann@x.example', IMPORT_MESSAGES.groups(['4B'])],
    ['ben@x.example', IMPORT_MESSAGES.groups(['4B'])],
    ['cat@x.example', IMPORT_MESSAGES.groups(['4B'])],
    ['still wrong', `Email: ${FIELD_MESSAGES.email}`],
  ]);
});

it('counts the lines of a family apart from those left out', async () => {
  const file = `${WITH_NEW}Ann Lee,ann@x.example\nCat,wrong\n`;
  expect(await send(file)).toMatchObject({ added: 2, skipped: 1, joined: 1 });
  const { attributes } = (await test.call(lastImport, by())).ok().subscriber_import.data ?? {};
  expect(attributes).toMatchObject({ skipped: 1, joined: 1, unreadable: 1 });
});
