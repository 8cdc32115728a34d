import { expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { savedItemRoutes } from '#contract/saved-items.ts';
import { parseCalendar } from '#test/calendars.ts';
import { createNewsletter, publish, publishNewsletter } from '#test/newsletters.ts';
import {
  block,
  cancelled,
  FAIR,
  filesOf,
  keepCalendar,
  list,
  ROW,
  rewrite,
  school,
  test,
  token,
} from '#test/school-calendar.ts';

/** The dates of copies, next issues and ready-made newsletters, which repeat what the calendar has. */

keepCalendar();

async function nextIssue(id: string): Promise<string> {
  const call = { token: token(), params: { id }, body: {} };
  return (await test.call(newsletterRoutes.nextIssue, call)).ok().news_letter.data.id;
}
async function draft(id: string) {
  const call = { token: token(), params: { id } };
  return (await test.call(newsletterRoutes.getNewsletter, call)).ok().news_letter.data.attributes;
}

it('never brings back what was cancelled or moved since a newsletter was copied', async () => {
  const walk = { ...FAIR, id: 'a'.repeat(32), title: 'Walk', date: '2027-06-14' };
  const rows = [FAIR, walk];
  const first = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block(rows)] });
  const next = await nextIssue(first.id);
  const template = await createNewsletter(test, school.owner, {
    title: 'From a template',
    code: [block(rows.map((row, index) => ({ ...row, id: `${index}`.repeat(32) })))],
  });
  await rewrite(first.id, [
    { ...FAIR, ...cancelled },
    { ...walk, date: '2027-06-21' },
  ]);
  const now = [
    { title: 'Summer fair', is_cancelled: true, date: '2027-06-12' },
    { title: 'Walk', is_cancelled: false, date: '2027-06-21' },
  ];
  expect(await list()).toMatchObject(now);
  for (const id of [next, template.id]) {
    const { slug, path } = await publish(test, school.owner, id);
    expect(await list()).toMatchObject(now);
    // The ready-made texts repeat the correction.
    const published = (await test.call(newsletterRoutes.publishedNewsletter, { params: { slug } })).ok();
    expect(published.news_letter.data.attributes.dates).toEqual([{ date: '2027-06-21', title: 'Walk' }]);
    const page = (await test.app.inject(path)).payload;
    expect(page).toContain('Cancelled:');
    expect(page).not.toContain('Mon 14');
    const events = parseCalendar(await filesOf(path));
    expect(events).toMatchObject([
      { UID: `${school.id}.${ROW}`, SUMMARY: 'Cancelled: Summer fair', STATUS: 'CANCELLED' },
      { UID: `${school.id}.${walk.id}`, SUMMARY: 'Walk', DTSTART: expect.stringContaining('20270621') },
    ]);
  }
  // The draft is unchanged: the next publishing reads the calendar again.
  expect(JSON.stringify((await draft(next)).code)).not.toContain('cancelled');
});

it('moves the date that a next issue moves, whatever its rows are called', async () => {
  const sale = { ...FAIR, id: 'cake-sale', title: 'Cake sale' };
  const first = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([sale])] });
  await rewrite(await nextIssue(first.id), [{ ...sale, date: '2027-06-10' }]);
  expect(await list()).toMatchObject([{ title: 'Cake sale', date: '2027-06-10' }]);
});

it('moves a date of short ids, renumbered or restored as well, and leaves none behind', async () => {
  const sale = { ...FAIR, id: '1', title: 'Cake sale' };
  const walk = { ...FAIR, id: '2', title: 'Walk', date: '2027-06-14' };
  const days = async () => (await list()).map(({ title, date }) => `${title} ${date}`);
  const first = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([sale, walk])] });
  // A program renumbers its rows, in its own newsletter and in the next issue.
  await rewrite(first.id, [
    { ...walk, id: '1', date: '2027-06-15' },
    { ...sale, id: '2', date: '2027-06-13' },
  ]);
  expect(await days()).toEqual(['Cake sale 2027-06-13', 'Walk 2027-06-15']);
  await rewrite(first.id, [
    { ...walk, id: '7', date: '2027-06-16' },
    { ...sale, id: '8', date: '2027-06-11' },
  ]);
  expect(await days()).toEqual(['Cake sale 2027-06-11', 'Walk 2027-06-16']);
  const next = await nextIssue(first.id);
  await rewrite(next, [
    { ...sale, id: '1', date: '2027-06-10' },
    { ...walk, id: '2', date: '2027-06-17' },
    { ...walk, id: '3', title: 'Fair', date: '2027-06-18' },
  ]);
  const now = ['Cake sale 2027-06-10', 'Walk 2027-06-17', 'Fair 2027-06-18'];
  expect(await days()).toEqual(now);
  // A date that is past on the day of the issue is another one.
  const last = { ...sale, date: '2026-11-01' };
  const weekly = await publishNewsletter(test, school.owner, { title: 'News', code: [block([last])] });
  await rewrite(await nextIssue(weekly.id), [{ ...last, id: '9', date: '2027-01-08' }]);
  now.unshift('Cake sale 2026-11-01', 'Cake sale 2027-01-08');
  expect(await days()).toEqual(now);
  const older = { code: [block([sale, walk])], restores: true };
  const call = { token: token(), params: { id: next }, body: { news_letter: older } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
  await publish(test, school.owner, next);
  expect(await days()).toEqual(now.filter((day) => !day.startsWith('Fair')));
});

it('takes over what the author of a copy changes, and leaves the rest as the calendar has it', async () => {
  const first = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  const next = await nextIssue(first.id);
  await rewrite(first.id, [{ ...FAIR, ...cancelled }]);
  await rewrite(next, [{ ...FAIR, description: 'Cakes and tea.' }]);
  expect(await list()).toMatchObject([{ description: 'Cakes and tea.', is_cancelled: true }]);
  // The author has seen it cancelled, and unticks that.
  await rewrite(first.id, [{ ...FAIR, description: 'Cakes.' }]);
  expect(await list()).toMatchObject([{ description: 'Cakes and tea.', is_cancelled: false }]);
  // A time that was given before is as good as any other.
  await rewrite(next, [{ ...FAIR, time: '15:00' }]);
  await rewrite(next, [FAIR]);
  expect(await list()).toMatchObject([{ time: '14:00' }]);
});

it.each(
  [ROW, 'r1'].flatMap((row) => [
    [row, 'duplicate', true] as const,
    [row, 'duplicate', false] as const,
    [row, 'date', true] as const,
    [row, 'date', false] as const,
  ]),
)(
  'has the date of the row %s and its duplicate once the %s is moved, published before: %s',
  async (row, moved, isPublished) => {
    const day = (of: string) => ({ ...FAIR, id: row, ...(of === moved && { date: '2027-06-19' }) });
    const save = async (date: object, duplicate: object) => {
      const code = [block([date]), block([{ ...duplicate, id: 'b'.repeat(32) }], 'copy')];
      const call = { token: token(), params: { id }, body: { news_letter: { code } } };
      (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
    };
    const first = { title: 'Week 1', code: [block([day('')])] };
    const { id } = await publishNewsletter(test, school.owner, first);
    await save(day(''), day(''));
    if (isPublished) await publish(test, school.owner, id);
    await save(day('date'), day('duplicate'));
    await publish(test, school.owner, id);
    expect((await list()).map(({ date }) => date)).toEqual(['2027-06-12', '2027-06-19']);
    // From now on each date has a row of its own.
    await rewrite(id, [day('date')]);
    expect((await list()).map(({ date }) => date)).toEqual([day('date').date]);
  },
);

it('takes no dates of a ready-made newsletter, until their day is the school’s own', async () => {
  const walk = { ...FAIR, id: 'a'.repeat(32), title: 'Walk' };
  const code = [block([FAIR, walk])];
  const news_letter = { title: 'Week 1', layout_type: 'one_column', code, is_example: true };
  const call = { token: token(), body: { news_letter } };
  const made = (await test.call(newsletterRoutes.createNewsletter, call)).ok().news_letter.data;
  expect(made.attributes.carried_over).toMatchObject({ is_example: true, blocks: ['dates'] });
  await publish(test, school.owner, made.id);
  expect(await list()).toEqual([]);
  await rewrite(made.id, [FAIR, { ...walk, title: 'Long walk', time: '15:00' }]);
  expect(await list()).toEqual([]);
  await rewrite(made.id, [FAIR, { ...walk, date: '2027-06-19' }]);
  expect(await list()).toMatchObject([{ title: 'Walk', date: '2027-06-19' }]);
  await publish(test, school.owner, await nextIssue(made.id));
  expect((await list()).map(({ title }) => title)).toEqual(['Walk']);
});

it('takes an invented date that is kept on purpose, in a next issue and a copy of it as well', async () => {
  const walk = { ...FAIR, id: 'a'.repeat(32), title: 'Walk' };
  const code = [block([FAIR]), block([walk], 'more')];
  const create = async (fields: object) => {
    const news_letter = { title: 'Week 1', layout_type: 'one_column', code, ...fields };
    const made = await test.call(newsletterRoutes.createNewsletter, {
      token: token(),
      body: { news_letter },
    });
    return made.ok().news_letter.data;
  };
  const { id, attributes } = await create({ is_example: true });
  // An issue begun by an older version, marked as a whole.
  const marked = await nextIssue(id);
  const keep = { token: token(), params: { id }, body: { blocks: ['dates'] } };
  const kept = (await test.call(newsletterRoutes.keepBlocks, keep)).ok().news_letter.data.attributes;
  // Each date is marked as a whole, and by its fields.
  expect(attributes.carried_over?.example_dates).toHaveLength(4);
  expect(kept.carried_over).toMatchObject({ blocks: ['more'] });
  expect(kept.carried_over?.example_dates).toHaveLength(2);
  await publish(test, school.owner, marked);
  expect(await list()).toEqual([]);
  await publish(test, school.owner, id);
  await publish(test, school.owner, await nextIssue(id));
  const { blocks = [], example_dates = [] } = kept.carried_over ?? {};
  await publish(test, school.owner, (await create({ examples: { blocks, dates: example_dates } })).id);
  expect((await list()).map(({ title }) => title)).toEqual(['Summer fair']);
});

it('marks what is left of the rows of a ready-made newsletter, in a next issue as well', async () => {
  const rows = [96, 97].map((percents, index) => ({ id: `c${index}`, name: `Class ${index}`, percents }));
  const table = {
    headings: ['Club', 'Day'],
    rows: [
      ['Chess', 'Mon'],
      ['Judo', 'Tue'],
    ],
    rowHeads: true,
  };
  const codeOf = (percents: number, day: string) => [
    {
      name: 'all',
      type: 'attendance',
      value: { rows: rows.with(0, { id: 'c0', name: 'Class 0', percents }), background: '#ffffff' },
    },
    { name: 'clubs', type: 'table', value: { ...table, rows: table.rows.with(1, ['Judo', day]) } },
  ];
  const news_letter = {
    title: 'Week 1',
    layout_type: 'one_column',
    code: codeOf(96, 'Tue'),
    is_example: true,
  };
  const call = { token: token(), body: { news_letter } };
  const { id, attributes } = (await test.call(newsletterRoutes.createNewsletter, call)).ok().news_letter.data;
  expect(attributes.carried_over?.rows).toEqual({ all: ['c0', 'c1'], clubs: ['0', '1'] });
  const change = { token: token(), params: { id }, body: { news_letter: { code: codeOf(91, 'Fri') } } };
  (await test.call(newsletterRoutes.updateNewsletter, change)).ok();
  const left = { is_example: true, blocks: [], rows: { all: ['c1'], clubs: ['0'] } };
  expect((await draft(id)).carried_over).toMatchObject(left);
  expect((await draft(await nextIssue(id))).carried_over).toMatchObject(left);
  const keep = { token: token(), params: { id }, body: { blocks: ['all'] } };
  const kept = (await test.call(newsletterRoutes.keepBlocks, keep)).ok().news_letter.data.attributes;
  expect(kept.carried_over?.rows).toEqual({ clubs: ['0'] });
});

it('marks the pictures of a ready-made newsletter, too', async () => {
  const url = `${test.context.config.publicUrl}/files/tree.png`;
  const picture = {
    name: 'tree',
    type: 'image',
    value: { url, alt: 'A tree', caption: 'Year 2 measure a tree' },
  };
  const news_letter = { title: 'Week 1', layout_type: 'one_column', code: [picture], is_example: true };
  const call = { token: token(), body: { news_letter } };
  const made = (await test.call(newsletterRoutes.createNewsletter, call)).ok().news_letter.data;
  expect(made.attributes.carried_over).toMatchObject({ blocks: ['tree'] });
  // Nobody has changed the example, so it remains one in the next issue.
  const next = (await draft(await nextIssue(made.id))).carried_over;
  expect(next).toMatchObject({ is_example: true, blocks: ['tree'] });
});

it('takes no invented date of a template, of a copy or of kept blocks', async () => {
  const by = { token: token() };
  const code = [block([FAIR]), { name: 'words', type: 'heading', value: { text: 'Hello' } }];
  const create = async (fields: object) => {
    const news_letter = { title: 'Week 1', layout_type: 'one_column', code, ...fields };
    const made = await test.call(newsletterRoutes.createNewsletter, { ...by, body: { news_letter } });
    return made.ok().news_letter.data;
  };
  const first = await create({ is_example: true });
  const [hash = ''] = first.attributes.carried_over?.example_dates ?? [];
  const examples = { blocks: ['dates', 'words'], dates: [hash] };
  const body = { saved_item: { kind: 'template', name: 'Ours', code, examples } };
  const saved = (await test.call(savedItemRoutes.createSavedItem, { ...by, body })).ok().saved_item.data;
  const item = { ...by, params: { id: saved.id } };
  const template = (await test.call(savedItemRoutes.getSavedItem, item)).ok().saved_item.data.attributes;
  expect(template.examples).toEqual(examples);
  // This holds even after the newsletter that it was made from is deleted.
  const gone = { ...by, params: { id: first.id } };
  expect((await test.call(newsletterRoutes.deleteNewsletter, gone)).status).toBe(204);
  const changed = code.with(1, { name: 'words', type: 'heading', value: { text: 'Changed' } });
  const second = await create({ code: changed, examples: template.examples });
  const marks = { is_example: true, blocks: ['dates', 'words'], example_dates: [hash] };
  expect(second.attributes.carried_over).toMatchObject(marks);
  await publish(test, school.owner, second.id);
  // The same block in a newsletter that began empty.
  const pasted = await create({ code: [{ ...block([FAIR]), name: 'pasted' }] });
  await publish(test, school.owner, pasted.id);
  expect(await list()).toEqual([]);
  await rewrite(second.id, [{ ...FAIR, time: '15:00' }]);
  expect(await list()).toMatchObject([{ time: '15:00' }]);
});

it('does not bring back what an older state of a newsletter says', async () => {
  const { id } = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  await rewrite(id, [{ ...FAIR, ...cancelled }]);
  const restored = { code: [block([FAIR])], restores: true };
  const call = { token: token(), params: { id }, body: { news_letter: restored } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
  const { path } = await publish(test, school.owner, id);
  expect(await list()).toMatchObject([{ is_cancelled: true }]);
  expect((await test.app.inject(path)).payload).toContain('Cancelled:');
});
