import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { historyRoutes, STATE_MINUTES, STATES_KEPT } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { newsletterStates, stateBlocks } from '#server/platform/db/schema/history.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(() => test.close());

type Person = Pick<TestPerson, 'token'>;

async function save(id: string, fields: object, { token }: Person = school.owner) {
  const body = { news_letter: fields };
  (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body })).ok();
}

async function listOf(id: string, { token }: Person = school.owner) {
  return (await test.call(historyRoutes.listStates, { token, params: { id } })).ok().state.data;
}

async function stateOf(id: string, state_id: string | undefined, { token }: Person = school.owner) {
  const params = { id, state_id: state_id ?? '' };
  return (await test.call(historyRoutes.getState, { token, params })).ok().state.data.attributes;
}

const reasons = async (id: string) => (await listOf(id)).map(({ attributes: { reason } }) => reason);
const later = () => test.clock.advance(STATE_MINUTES * MINUTE_MS);
const contentsOf = (id: string) =>
  test.context.database.orm().$count(stateBlocks, eq(stateBlocks.newsletterId, id));

describe('the states of a draft', () => {
  it('are the newsletter as it was made, and ten minutes of work each', async () => {
    const colours = { primary: '#aa1144', secondary: '#224488' };
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    await save(id, { code: [heading('Two')] });
    test.clock.advance(MINUTE_MS);
    await save(id, { title: 'Harvest', code: [heading('Three'), richText('<p>Thanks</p>')] });
    later();
    await save(id, {
      code: [heading('Four')],
      layout_type: 'two_columns_left',
      issue_date: '2026-12-04',
      colours,
    });
    const states = await listOf(id);
    expect(states.map(({ attributes: { reason, title, version } }) => [reason, title, version])).toEqual([
      ['work', 'Harvest', 4],
      ['work', 'Harvest', 3],
      ['created', 'Autumn news', 1],
    ]);
    expect(await stateOf(id, states[1]?.id)).toMatchObject({
      title: 'Harvest',
      layout_type: 'one_column',
      colours: null,
      code: [heading('Three'), richText('<p>Thanks</p>')],
    });
    expect(await stateOf(id, states[0]?.id)).toMatchObject({
      layout_type: 'two_columns_left',
      issue_date: '2026-12-04',
      colours,
      code: [heading('Four')],
    });
    // Nothing typed in between is kept.
    expect(await contentsOf(id)).toBe(4);
  });

  it('name who wrote them, until the account is gone', async () => {
    const colleague = await createStaff(test, school.id, 'editor', { firstName: 'Ivy', lastName: 'Bell' });
    const { id } = await createNewsletter(test, school.owner);
    await save(id, { title: 'Mine' });
    await save(id, { title: 'Yours' }, colleague);
    await save(id, { title: 'Mine again' });
    const titles = (await listOf(id)).map(({ attributes: { title } }) => title);
    expect(titles).toEqual(['Mine again', 'Yours', 'Mine', 'Autumn news']);
    const names = async () => (await listOf(id)).map(({ attributes }) => attributes.person_name);
    const { email } = school.owner;
    expect(await names()).toEqual([email, 'Ivy Bell', email, email]);
    const { token } = school.owner;
    (await test.call(inviteRoutes.deleteInvite, { token, params: { id: colleague.id } })).ok();
    expect(await names()).toEqual([email, null, email, email]);
  });

  it('keep what was there before something is brought back', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    await save(id, { code: [heading('Two')] });
    await save(id, { code: [heading('One')], restores: true });
    await save(id, { code: [heading('One, better')] });
    expect(await reasons(id)).toEqual(['work', 'restored', 'work', 'created']);
    const [, , before] = await listOf(id);
    expect(await stateOf(id, before?.id)).toMatchObject({ code: [heading('Two')] });
  });

  it('keep what somebody gave up for another’s words, each by itself', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    await save(id, { code: [heading('Theirs')] });
    const settings = { layout_type: 'one_column', design: null, colours: null, issue_date: null } as const;
    const given_up = ['Mine', 'Mine too'].map((words) => ({
      title: 'Autumn news',
      ...settings,
      code: [heading(words)],
    }));
    const [theirs] = await listOf(id);
    await save(id, { code: [heading('Theirs')], given_up });
    const call = { token: school.owner.token, params: { id, state_id: theirs?.id ?? '' }, query: {} };
    expect((await test.call(historyRoutes.listAuthors, call)).ok().authors).toEqual([]);
    await save(id, { code: [heading('Theirs, better')] });
    expect(await reasons(id)).toEqual(['work', 'given_up', 'given_up', 'work', 'created']);
    const [, second, first] = await listOf(id);
    expect(await stateOf(id, first?.id)).toMatchObject({ code: [heading('Mine')] });
    expect(await stateOf(id, second?.id)).toMatchObject({ code: [heading('Mine too')] });
  });

  it('name the state that was brought back as a whole', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    const began = test.clock.now().toISOString();
    later();
    await save(id, { code: [heading('Two')] });
    later();
    await save(id, { code: [heading('One')], restores: true });
    later();
    await save(id, { code: [heading('Two'), heading('One', 'old')], restores: true });
    const from = (await listOf(id)).map(({ attributes: { restored_from } }) => restored_from);
    expect(from).toEqual([null, began, null, null]);
  });

  it('say who has added, changed or removed which block last', async () => {
    const ivy = await createStaff(test, school.id, 'editor', { firstName: 'Ivy', lastName: 'Bell' });
    const kept = heading('Kept', 'kept');
    const { id } = await createNewsletter(test, school.owner, {
      code: [kept, heading('One', 'one'), heading('Two', 'two')],
    });
    later();
    await save(id, { code: [kept, heading('Eins', 'one'), heading('Two', 'two')] });
    const first = test.clock.now().toISOString();
    later();
    await save(id, { code: [kept, heading('Uno', 'one'), heading('Three', 'three')] }, ivy);
    const second = test.clock.now().toISOString();
    const [, middle, oldest] = await listOf(id);
    const authors = async (state_id: string | undefined, until?: string) => {
      const params = { id, state_id: state_id ?? '' };
      const call = { token: school.owner.token, params, query: until === undefined ? {} : { until } };
      return (await test.call(historyRoutes.listAuthors, call)).ok().authors;
    };
    const { email } = school.owner;
    expect(await authors(oldest?.id)).toEqual([
      { block: 'one', person_name: 'Ivy Bell', at: second },
      { block: 'two', person_name: 'Ivy Bell', at: second },
      { block: 'three', person_name: 'Ivy Bell', at: second },
    ]);
    expect(await authors(oldest?.id, middle?.id)).toEqual([{ block: 'one', person_name: email, at: first }]);
    expect(await authors(middle?.id, middle?.id)).toEqual([]);
  });

  it('say what each changed of the one before', async () => {
    const [kept, one, two] = [heading('Kept', 'kept'), heading('One', 'one'), heading('Two', 'two')];
    const { id } = await createNewsletter(test, school.owner, { code: [kept, one, two] });
    const codes = [[kept, heading('Eins', 'one'), two], [kept, heading('Uno', 'one')], [kept], [kept]];
    for (const [at, code] of codes.entries()) {
      later();
      await save(id, { code, title: at === 3 ? 'Spring' : 'Autumn news' });
    }
    expect((await listOf(id)).map(({ attributes: { changed } }) => changed)).toEqual([
      'Title',
      'Heading “Uno”, removed',
      'Heading “Uno” and 1 more',
      'Heading “Eins”',
      '',
    ]);
  });

  it('begin with the draft of a newsletter of an older program', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('Old')] });
    await test.context.database.orm().delete(newsletterStates).where(eq(newsletterStates.newsletterId, id));
    await test.context.database.orm().delete(stateBlocks).where(eq(stateBlocks.newsletterId, id));
    await save(id, { code: [heading('New')] });
    const states = await listOf(id);
    expect(states.map(({ attributes: { reason } }) => reason)).toEqual(['work', 'opened']);
    expect(await stateOf(id, states[1]?.id)).toMatchObject({ code: [heading('Old')] });
  });

  it('know a block again that was stored by an older program', async () => {
    const event = { id: 'a', title: 'Fair', description: 'For all', date: '2026-12-04', time: '10:00' };
    const code = [heading('Old'), { type: 'event', name: 'block-events', value: { rows: [event] } }];
    const { id } = await createNewsletter(test, school.owner, { code });
    await test.context.database.orm().delete(newsletterStates).where(eq(newsletterStates.newsletterId, id));
    await test.context.database.orm().delete(stateBlocks).where(eq(stateBlocks.newsletterId, id));
    // The first state is made from the row as it was read, the second one from what is written.
    await save(id, { code: [...code, richText('<p>New</p>')] });
    expect(await reasons(id)).toEqual(['work', 'opened']);
    expect(await contentsOf(id)).toBe(3);
  });

  it('store a block once, however many states have it', async () => {
    const code = Array.from({ length: 100 }, (_, index) =>
      richText(`<p>${`Paragraph ${index} of this week's news. `.repeat(12)}</p>`, `text-${index}`),
    );
    const { id } = await createNewsletter(test, school.owner, { code });
    for (let change = 0; change < 20; change += 1) {
      later();
      code[change] = richText(`<p>Changed ${change}</p>`, `text-${change}`);
      await save(id, { code });
    }
    expect(await listOf(id)).toHaveLength(21);
    expect(await contentsOf(id)).toBe(120);
  });

  it('go with the newsletter', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    const { token } = school.owner;
    (await test.call(newsletterRoutes.deleteNewsletter, { token, params: { id } })).ok();
    expect(await contentsOf(id)).toBe(0);
    expect((await test.call(historyRoutes.listStates, { token, params: { id } })).status).toBe(404);
  });

  it('are of no use to another school', async () => {
    const other = await createSchool(test);
    const { id } = await createNewsletter(test, school.owner, { code: [heading('One')] });
    const [state] = await listOf(id);
    const params = { id, state_id: state?.id ?? '' };
    const { token } = other.owner;
    expect((await test.call(historyRoutes.getState, { token, params })).status).toBe(404);
    // Nor with the id of one's own newsletter in the address.
    const own = await createNewsletter(test, other.owner);
    expect(
      (await test.call(historyRoutes.getState, { token, params: { ...params, id: own.id } })).status,
    ).toBe(404);
  });
});

describe('old states', () => {
  it('are pruned to one an hour, one a day, and then to what was published and the newest', async () => {
    const { id } = await createNewsletter(test, school.owner);
    // To the start of an hour, so that everything below happens within the same one.
    test.clock.advance(HOUR_MS - (test.clock.now().getTime() % HOUR_MS));
    await publish(test, school.owner, id);
    for (const title of ['a', 'b', 'c']) {
      await save(id, { title });
      later();
    }
    const titles = async () => {
      await test.jobs.run('newsletter_history');
      // The earlier sessions have expired.
      const reader = await createStaff(test, school.id, 'editor');
      return (await listOf(id, reader)).map(({ attributes: { title, reason } }) => `${reason} ${title}`);
    };
    expect(await titles()).toEqual([
      'work c',
      'work b',
      'work a',
      'published Autumn news',
      'created Autumn news',
    ]);
    test.clock.advance(STATES_KEPT.all * DAY_MS);
    expect(await titles()).toEqual(['work c', 'published Autumn news', 'created Autumn news']);
    test.clock.advance(STATES_KEPT.daily * DAY_MS);
    expect(await titles()).toEqual(['work c', 'published Autumn news']);
  });
});

describe('an edition that readers have seen', () => {
  it('is kept for each publishing, page and mail as they went out', async () => {
    const { id } = await createNewsletter(test, school.owner, { code: [heading('Wrong date')] });
    const { path } = await publish(test, school.owner, id);
    const wrong = (await test.app.inject({ url: path })).body;
    await save(id, { title: 'Put right', code: [heading('Right date')] });
    later();
    await publish(test, school.owner, id);
    const { token } = school.owner;
    const { data } = (await test.call(historyRoutes.listEditions, { token, params: { id } })).ok().edition;
    expect(data.map(({ attributes: { title, version } }) => [title, version])).toEqual([
      ['Put right', 2],
      ['Autumn news', 1],
    ]);
    const params = { id, edition_id: data[1]?.id ?? '' };
    const { attributes } = (await test.call(historyRoutes.getEdition, { token, params })).ok().edition.data;
    expect(attributes.page).toBe(wrong);
    expect(attributes.mail).toContain('Wrong date');
    expect(attributes.mail_text).toContain('Wrong date');
    expect(await reasons(id)).toEqual(['published', 'work', 'published', 'created']);
  });
});
