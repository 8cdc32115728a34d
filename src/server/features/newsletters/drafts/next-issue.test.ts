import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let url: string;
beforeAll(async () => {
  test = await buildTestApp();
  // The day on which the issue of the 13th is copied: an issue has no date in the past.
  test.clock.advance(Date.parse('2026-11-16T09:00:00Z') - test.clock.now().getTime());
  url = await test.listen();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

const create = (fields = {}) => createNewsletter(test, school.owner, fields);
const asOwner = (id: string) => ({ token: school.owner.token, params: { id } });
const followUp = async (id: string) =>
  (await test.call(newsletterRoutes.nextIssue, asOwner(id))).ok().news_letter.data;
const load = async (id: string) =>
  (await test.call(newsletterRoutes.getNewsletter, asOwner(id))).ok().news_letter.data.attributes;
const save = async (id: string, body: unknown) =>
  (await test.call(newsletterRoutes.updateNewsletter, { ...asOwner(id), body })).ok().news_letter.data
    .attributes;
const keep = async (id: string, blocks: readonly string[]) =>
  (await test.call(newsletterRoutes.keepBlocks, { ...asOwner(id), body: { blocks } })).ok().news_letter.data
    .attributes;

const event = {
  name: 'dates',
  type: 'event',
  value: {
    rows: [{ id: 'fair', title: 'Fair', description: 'In the hall', date: '2026-12-05' }],
    order: 'date',
  },
};
const attendance = {
  name: 'attendance',
  type: 'attendance',
  value: { rows: [{ id: 'r', name: 'Robins', percents: 95 }], background: '#ffc408' },
};
const code = [
  heading('From the head', 'title'),
  richText('<p>Dear families</p>', 'words'),
  attendance,
  event,
];
const issueOf13 = { title: 'Newsletter 13 November', issue_date: '2026-11-13', code };

describe('the next issue', () => {
  it('has the title that it is given, and otherwise the same', async () => {
    const last = await create(issueOf13);
    const body = { news_letter: { title: 'Spring' } };
    const next = (await test.call(newsletterRoutes.nextIssue, { ...asOwner(last.id), body })).ok();
    expect(next.news_letter.data.attributes).toMatchObject({
      title: 'Spring',
      issue_date: '2026-11-20',
      carried_over: { day: '2026-11-13', blocks: ['title', 'words', 'attendance'], dates: ['dates'] },
    });
  });

  it('is a draft with the same blocks, its title and date moved on', async () => {
    const colours = { primary: '#aa1144', secondary: '#224488' };
    const last = await create({ ...issueOf13, layout_type: 'two_columns_left', design: 'poster', colours });
    await publish(test, school.owner, last.id);
    const next = await followUp(last.id);
    expect(next.id).not.toBe(last.id);
    expect(next.attributes).toMatchObject({
      title: 'Newsletter 20 November',
      issue_date: '2026-11-20',
      layout_type: 'two_columns_left',
      design: 'poster',
      colours,
      status: 'draft',
      slug: null,
      code,
      carried_over: { day: '2026-11-13', blocks: ['title', 'words', 'attendance'], dates: ['dates'] },
    });
    expect(next.attributes.body).toContain('>Newsletter 20 November</h1>');
    expect((await load(last.id)).title).toBe('Newsletter 13 November');
    expect((await load(last.id)).carried_over).toBeNull();
  });

  it('follows the rhythm of what the school has published under the same title', async () => {
    for (const day of ['2026-10-16', '2026-10-30'])
      await publish(test, school.owner, (await create({ title: 'Friday news', issue_date: day })).id);
    await publish(test, school.owner, (await create({ title: 'Sports day', issue_date: '2026-11-12' })).id);
    const other = await createSchool(test);
    const foreign = { title: 'Friday news', issue_date: '2026-11-06' };
    await publish(test, other.owner, (await createNewsletter(test, other.owner, foreign)).id);
    const last = await create({ title: 'Friday news', issue_date: '2026-11-13' });
    const next = await followUp(last.id);
    expect(next.attributes).toMatchObject({ title: 'Friday news', issue_date: '2026-11-27' });
  });

  it('is no second one unasked, and neither is a correction, where the form asks', async () => {
    const last = await create(issueOf13);
    const begin = async (if_begun: 'ask' | 'another') => {
      const call = { ...asOwner(last.id), body: { news_letter: { if_begun } } };
      return await test.call(newsletterRoutes.nextIssue, call);
    };
    const first = (await begin('ask')).ok().news_letter.data;
    const begun = { id: first.id, title: 'Newsletter 20 November' };
    const refused = await begin('ask');
    expect(refused.status).toBe(409);
    expect(refused.error()).toMatchObject({ error_message: 'There is one already', begun });
    expect((await begin('another')).status).toBe(201);
    await publish(test, school.owner, first.id);
    const correct = (title: string) =>
      test.call(newsletterRoutes.createNewsletter, {
        token: school.owner.token,
        body: {
          news_letter: { title, layout_type: 'one_column', issue_date: '2026-11-20', if_begun: 'ask' },
        },
      });
    const correction = (await correct('Correction: Newsletter')).ok().news_letter.data;
    expect((await correct('Correction: Newsletter')).error()).toMatchObject({ begun: { id: correction.id } });
    expect((await correct('Correction: News')).status).toBe(201);
  });

  it('reads dates in the language of the school', async () => {
    const body = { school: { language: 'cy' } };
    const call = { token: school.owner.token, params: { id: school.id }, body };
    (await test.call(schoolRoutes.updateSchool, call)).ok();
    const last = await create({ title: 'Cylchlythyr 13 Tachwedd', issue_date: '2026-11-13' });
    expect((await followUp(last.id)).attributes.title).toBe('Cylchlythyr 20 Tachwedd');
  });

  it('keeps a title that would become too long', async () => {
    const title = `${'a'.repeat(190)} Issue 999`;
    expect(title).toHaveLength(200);
    expect((await followUp((await create({ title })).id)).attributes.title).toBe(title);
  });
});

describe('a block of the issue before', () => {
  it('is marked until its value changes, and again if the change is undone', async () => {
    const { id } = await followUp((await create(issueOf13)).id);
    const changed = code.with(1, richText('<p>Hello</p>', 'words'));
    expect((await save(id, { code: changed })).carried_over?.blocks).toEqual(['title', 'attendance']);
    expect((await save(id, { code })).carried_over?.blocks).toEqual(['title', 'words', 'attendance']);
    expect((await save(id, { code: code.toSpliced(2, 1) })).carried_over?.blocks).toEqual(['title', 'words']);
    expect((await save(id, { title: 'Another title' })).carried_over?.blocks).toEqual(['title', 'words']);
  });

  it('is not marked any more once somebody keeps it', async () => {
    const made = await followUp((await create(issueOf13)).id);
    const kept = await keep(made.id, ['words', 'nothing']);
    expect(kept.carried_over).toEqual({
      day: '2026-11-13',
      is_example: false,
      examples: [],
      blocks: ['title', 'attendance'],
      dates: ['dates'],
      rows: {},
      fields: {},
      example_dates: [],
    });
    expect((await keep(made.id, ['dates'])).carried_over?.dates).toEqual([]);
    // Keeping is not a save: an open editor goes on from its version.
    expect(kept.version).toBe(made.attributes.version);
    expect((await save(made.id, { code, version: kept.version })).carried_over?.blocks).toEqual([
      'title',
      'attendance',
    ]);
  });

  it('is not marked again once it was kept, if it may be in every issue', async () => {
    const button = {
      name: 'absent',
      type: 'button',
      value: { btnText: 'Report an absence', url: 'https://oakfield.example/absent' },
    };
    const withButton = { ...issueOf13, code: [...code, button] };
    const second = await followUp((await create(withButton)).id);
    expect(second.attributes.carried_over?.blocks).toEqual(['title', 'words', 'attendance', 'absent']);
    await keep(second.id, ['title', 'words', 'dates']);
    await keep(second.id, ['absent']);
    const third = await followUp(second.id);
    expect(third.attributes.carried_over).toMatchObject({
      blocks: ['words', 'attendance'],
      dates: ['dates'],
    });
    const changed = { ...button, value: { ...button.value, url: 'https://oakfield.example/ill' } };
    await save(third.id, { code: [...code, changed] });
    const fourth = await followUp(third.id);
    expect(fourth.attributes.carried_over?.blocks).toEqual(['words', 'attendance', 'absent']);
  });

  it('is a footer with words as well, whose sentence about the next newsletter moves on', async () => {
    const foot = (text: string) => ({ name: 'foot', type: 'footer', value: { text } });
    const text = 'See you!\nThe next newsletter is on Friday 20 November.';
    const second = await followUp((await create({ ...issueOf13, code: [foot(text)] })).id);
    const moved = 'See you!\nThe next newsletter is on Friday 27 November.';
    expect(second.attributes).toMatchObject({ code: [foot(moved)], footerContent: moved });
    expect(second.attributes.body).toContain('Friday 27 November');
    expect(second.attributes.carried_over?.blocks).toEqual(['foot']);
    await keep(second.id, ['foot']);
    expect((await followUp(second.id)).attributes.carried_over?.blocks).toEqual(['foot']);
    const plain = await followUp((await create({ ...issueOf13, code: [foot('See you!')] })).id);
    await keep(plain.id, ['foot']);
    expect((await followUp(plain.id)).attributes.carried_over?.blocks).toEqual([]);
    const silent = await followUp((await create({ ...issueOf13, code: [foot('')] })).id);
    expect(silent.attributes.carried_over?.blocks).toEqual([]);
  });

  it('is not kept in a newsletter that follows none', async () => {
    const { id } = await create(issueOf13);
    expect((await keep(id, ['words'])).carried_over).toBeNull();
  });

  it('has no mark for readers', async () => {
    const { id } = await followUp((await create(issueOf13)).id);
    const { path } = await publish(test, school.owner, id);
    const page = await (await fetch(url + path)).text();
    expect(page).toContain('Dear families');
    expect(page).not.toMatch(/carried|From 13 November/);
    expect((await load(id)).carried_over?.blocks).toEqual(['title', 'words', 'attendance']);
    expect((await load(id)).has_unpublished_changes).toBe(false);
  });
});
