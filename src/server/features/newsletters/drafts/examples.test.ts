import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventRoutes } from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { publish } from '#test/newsletters.ts';

/** Invented content stays marked wherever it is copied to: a date is marked if, and only if, it stays out of the calendar. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const FAIR = { title: 'Summer fair', description: 'Cakes.', date: '2027-06-12', time: '14:00' };
const WALK = { ...FAIR, title: 'Walk' };
const dates = (name: string, rows: readonly object[]) => ({
  name,
  type: 'event',
  value: { rows: rows.map((row, at) => ({ id: `${name}-${at}`, ...row })) },
});
const words = (name: string, html = '<p>Outdoor PE begins</p>') => ({ name, type: 'text', value: { html } });
const token = () => school.owner.token;

async function create(code: readonly object[], fields: object = {}) {
  const news_letter = { title: `Week ${Math.random()}`, layout_type: 'one_column', code, ...fields };
  const made = await test.call(newsletterRoutes.createNewsletter, { token: token(), body: { news_letter } });
  return made.ok().news_letter.data;
}
async function change(id: string, code: readonly object[]) {
  const call = { token: token(), params: { id }, body: { news_letter: { code } } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
}
async function marks(id: string) {
  const found = await test.call(newsletterRoutes.getNewsletter, { token: token(), params: { id } });
  return found.ok().news_letter.data.attributes.carried_over;
}
async function keep(id: string, blocks: string[]) {
  const call = { token: token(), params: { id }, body: { blocks } };
  (await test.call(newsletterRoutes.keepBlocks, call)).ok();
}
async function notified(): Promise<readonly string[]> {
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  return events.data.map(({ attributes }) => attributes.title);
}

it('marks a duplicate, and what of one is left', async () => {
  const code = [dates('dates', [FAIR, WALK]), words('words')];
  const { id } = await create(code, { is_example: true });
  const changed = dates('again', [{ ...FAIR, date: '2027-06-19' }, WALK]);
  await change(id, [...code, changed, words('other words')]);
  expect(await marks(id)).toMatchObject({
    is_example: true,
    blocks: ['dates', 'words', 'other words'],
    rows: { dates: ['dates-0', 'dates-1'], again: ['again-1'] },
  });
  await publish(test, school.owner, id);
  expect(await notified()).toEqual(['Summer fair']);
});

it('marks a copy in another newsletter until it is kept there', async () => {
  await create([dates('dates', [FAIR]), words('words')], { is_example: true });
  const own = words('own', '<p>Dear families</p>');
  const { id, attributes } = await create([own, dates('pasted', [FAIR]), words('pasted words')]);
  expect(attributes.carried_over).toMatchObject({
    is_example: true,
    blocks: ['pasted words'],
    rows: { pasted: ['pasted-0'] },
    examples: ['pasted', 'pasted words'],
  });
  await publish(test, school.owner, id);
  expect(await notified()).toEqual([]);
  await keep(id, ['pasted', 'pasted words']);
  expect(await marks(id)).toMatchObject({ is_example: false, blocks: [], rows: {}, examples: [] });
  await publish(test, school.owner, id);
  expect(await notified()).toEqual(['Summer fair']);
});

it('marks saved blocks and a copy once the newsletter they were made from is gone, changed ones as well', async () => {
  const code = [dates('dates', [FAIR, WALK]), words('words')];
  const { id, attributes } = await create(code, { is_example: true });
  const examples = { blocks: [], dates: attributes.carried_over?.example_dates ?? [] };
  const body = { saved_item: { kind: 'blocks', name: 'Ours', code, examples } } as const;
  (await test.call(savedItemRoutes.createSavedItem, { token: token(), body })).ok();
  const gone = { token: token(), params: { id } };
  expect((await test.call(newsletterRoutes.deleteNewsletter, gone)).status).toBe(204);
  const changed = [dates('left', [{ ...FAIR, time: '15:00' }, WALK]), words('w')];
  const left = { is_example: true, blocks: ['w'], rows: { left: ['left-1'] } };
  expect((await create(changed)).attributes.carried_over).toMatchObject(left);
  expect((await create(changed, { examples })).attributes.carried_over).toMatchObject(left);
});

it('distinguishes them from blocks that a next issue has from the issue before', async () => {
  await create([words('words')], { is_example: true });
  const before = words('before', '<p>Dear families</p>');
  const first = await create([before]);
  const call = { token: token(), params: { id: first.id }, body: {} };
  const next = (await test.call(newsletterRoutes.nextIssue, call)).ok().news_letter.data;
  await change(next.id, [before, words('pasted')]);
  const both = { is_example: false, blocks: ['before', 'pasted'], examples: ['pasted'] };
  expect(await marks(next.id)).toMatchObject(both);
});

it('says with a save what is marked', async () => {
  await create([dates('dates', [FAIR])], { is_example: true });
  const { id } = await create([words('own', '<p>Dear families</p>')]);
  const saved = await test.app.inject({
    method: 'PATCH',
    url: `/api/v1/news_letters/${id}`,
    headers: { authorization: `Bearer ${token()}`, prefer: 'return=minimal' },
    payload: { news_letter: { code: [dates('pasted', [FAIR])] } },
  });
  expect(saved.json()).toMatchObject({
    news_letter: { data: { attributes: { carried_over: { rows: { pasted: ['pasted-0'] } } } } },
  });
});

it('marks no empty line', async () => {
  const table = (name: string, rows: readonly string[][]) => ({
    name,
    type: 'table',
    value: { headings: ['Club', 'Day'], rows, rowHeads: true },
  });
  const rows = [
    ['Chess', 'Mon'],
    ['', ''],
  ];
  await create([table('clubs', rows)], { is_example: true });
  const own = await create([
    table('ours', [
      ['Judo', 'Tue'],
      ['', ''],
    ]),
  ]);
  expect(own.attributes.carried_over).toBeNull();
});

it('says which pictures of a group are still examples', async () => {
  const picture = (file: string) => ({
    url: `${test.context.config.publicUrl}/files/${file}.png`,
    alt: file,
  });
  const group = (files: readonly string[]) => [
    words('own', '<p>Dear families</p>'),
    { name: 'group', type: 'image_group', value: { images: files.map(picture) } },
  ];
  await create(group(['tree', 'choir', 'race']).slice(1), { is_example: true });
  const { id } = await create(group(['tree', 'choir', 'race']));
  await change(id, group(['tree', 'ours']));
  expect(await marks(id)).toMatchObject({ is_example: true, rows: { group: ['0'] } });
  await change(id, group(['ours']));
  expect(await marks(id)).toBeNull();
});

it('marks each field of a date until it is changed, emptied or kept, and its copies', async () => {
  const id = (digit: string) => digit.repeat(32);
  const one = (row: object, name = 'dates') => ({ name, type: 'event', value: { rows: [row] } });
  const example = { id: id('a'), ...FAIR, end: '16:00', place: 'School field' };
  const made = await create([one(example)], { is_example: true });
  const all = ['title', 'date', 'time', 'place', 'description'];
  expect(made.attributes.carried_over).toMatchObject({ fields: { dates: { [example.id]: all } } });
  // The other fields are changed, but nobody has confirmed the day yet.
  const own = { ...example, title: 'Sports day', description: 'Bring a hat.', time: '09:00' };
  await change(made.id, [one(own)]);
  expect(await marks(made.id)).toMatchObject({
    is_example: true,
    rows: {},
    examples: ['dates'],
    fields: { dates: { [example.id]: ['date', 'place'] } },
  });
  await publish(test, school.owner, made.id);
  expect(await notified()).toEqual([]);
  const dated = { ...own, date: '2027-07-01' };
  await change(made.id, [one(dated)]);
  await publish(test, school.owner, made.id);
  expect(await notified()).toEqual(['Sports day']);
  // A copy in another newsletter has other ids.
  const copy = await create([one({ ...example, id: id('b'), date: '2027-07-02' }, 'pasted')]);
  const left = ['title', 'time', 'place', 'description'];
  expect(copy.attributes.carried_over).toMatchObject({ fields: { pasted: { [id('b')]: left } } });
  await keep(copy.id, ['pasted']);
  expect(await marks(copy.id)).toMatchObject({ is_example: false, fields: {} });
  expect(await marks(made.id)).toMatchObject({ fields: { dates: { [example.id]: ['place'] } } });
  await change(made.id, [one({ ...dated, place: undefined })]);
  expect(await marks(made.id)).toMatchObject({ examples: [], fields: {} });
  // It stays kept when another ready-made newsletter has the same date on another day.
  await create([one({ ...example, id: id('c'), date: '2027-06-19' })], { is_example: true });
  expect(await marks(copy.id)).toMatchObject({ is_example: false, fields: {} });
});

it('marks no date that has the title of an example alone', async () => {
  await create([dates('dates', [{ ...FAIR, end: '16:00', place: 'School field' }])], { is_example: true });
  const ours = { title: 'Summer fair', description: 'Stalls.', date: '2027-07-01', time: '14:00' };
  expect((await create([dates('ours', [ours])])).attributes.carried_over).toBeNull();
  const theirs = { ...ours, title: 'Governors', date: FAIR.date };
  expect((await create([dates('ours', [theirs])])).attributes.carried_over).toBeNull();
});
