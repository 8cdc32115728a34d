import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { PART_MESSAGES, PARTS_MAX, partRoutes } from '#contract/parts/parts.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { newsletterParts } from '#server/platform/db/schema/parts.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish, richText } from '#test/newsletters.ts';

let test: TestApp;
let school: TestSchool;
let hugh: TestPerson;
let params: { readonly id: string };
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
  hugh = await createStaff(test, school.id, 'editor', { firstName: 'Hugh', lastName: 'Hughes' });
  const { id } = await createNewsletter(test, school.owner, {
    code: [heading('Year 4 news'), richText('<p>Words</p>')],
  });
  params = { id };
});
afterAll(() => test.close());

// Years ahead, so that no reminder is due at once.
const DUE = '2030-01-02';
const give = (part: object = {}, by = school.owner) =>
  test.call(partRoutes.givePart, {
    token: by.token,
    params,
    body: { part: { block: 'heading-1', person_id: hugh.id, due_on: DUE, ...part } },
  });
const given = async (part?: object) => (await give(part)).ok().part.data;
const list = async () =>
  (await test.call(partRoutes.listParts, { token: school.owner.token, params })).ok().part.data;
const mine = async ({ token } = hugh) =>
  (await test.call(partRoutes.listMyParts, { token })).ok().part.data.map(({ attributes }) => attributes);
const finish = (id: string, done: boolean) =>
  test.call(partRoutes.finishPart, { token: hugh.token, params: { id }, body: { done } });
const save = async (code: readonly unknown[]) =>
  (
    await test.call(newsletterRoutes.updateNewsletter, {
      token: school.owner.token,
      params,
      body: { news_letter: { code } },
    })
  ).ok();
const mails = async ({ email } = hugh) => {
  await test.jobs.settled();
  return test.mail.to(email);
};

describe('a part', () => {
  it('is on its person’s list until it is done and published, called like its heading as it is now', async () => {
    const { id } = await given();
    expect(await mine()).toMatchObject([
      { label: 'Year 4 news', newsletter_title: 'Autumn news', due_on: DUE, person_name: 'Hugh Hughes' },
    ]);
    expect(await mine(school.owner)).toEqual([]);
    await save([richText('<p>Words</p>'), heading('News of Year 4')]);
    expect((await mine())[0]).toMatchObject({ label: 'News of Year 4', is_gone: false });
    const handedIn = async ({ token } = school.owner) =>
      (await test.call(partRoutes.listMyParts, { token }))
        .ok()
        .handed_in.map((each) => each.attributes.label);
    expect(await handedIn()).toEqual([]);
    expect((await finish(id, true)).ok().part.data.attributes.done_at).not.toBeNull();
    expect(await handedIn()).toEqual(['News of Year 4']);
    expect(await handedIn(hugh)).toEqual([]);
    expect(await mine()).toMatchObject([{ done_at: expect.any(String) }]);
    // A later change is shown with its author, until it is undone or the part is handed in again.
    const changed = async () => {
      const { token } = school.owner;
      const { handed_in } = (await test.call(partRoutes.listMyParts, { token })).ok();
      return [(await list())[0], handed_in[0]].map((each) => each?.attributes.changed);
    };
    expect(await changed()).toEqual([null, null]);
    test.clock.advance(1000);
    await save([richText('<p>Words</p>', 'first'), heading('Our year')]);
    const change = { person_name: expect.any(String), at: test.clock.now().toISOString() };
    expect(await changed()).toEqual([change, change]);
    await save([heading('News of Year 4')]);
    expect(await changed()).toEqual([null, null]);
    await save([heading('Our year')]);
    (await finish(id, true)).ok();
    expect(await changed()).toEqual([null, null]);
    (await finish(id, false)).ok();
    expect(await mine()).toMatchObject([{ done_at: null, changed: null }]);
    (await finish(id, true)).ok();
    await publish(test, school.owner, params.id);
    expect(await mine()).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it('is flagged while its block is gone, and is there again with it', async () => {
    await given();
    await save([]);
    expect(await mine()).toMatchObject([{ label: 'Year 4 news', is_gone: true }]);
    await save([heading('Year 4 news')]);
    expect(await mine()).toMatchObject([{ is_gone: false }]);
  });

  it('is one for each block: another person or day takes its place', async () => {
    const { id } = await given();
    (await finish(id, true)).ok();
    expect((await given()).attributes.done_at).not.toBeNull();
    expect(await given({ person_id: school.owner.id })).toMatchObject({ id, attributes: { done_at: null } });
    expect(await mine()).toEqual([]);
    const back = { token: hugh.token, params: { id } };
    expect((await test.call(partRoutes.takeBackPart, back)).status).toBe(204);
    expect(await list()).toEqual([]);
    const log = { token: school.owner.token, params: { id: school.id } };
    const lines = (await test.call(auditRoutes.auditLog, log)).ok().audit_log.data;
    expect(lines.map(({ attributes }) => attributes.action).slice(0, 3)).toEqual([
      'part_taken_back',
      'part_given',
      'part_given',
    ]);
  });

  it('is given to nobody else than active members, and for saved blocks alone', async () => {
    const invited = await createStaff(test, school.id, 'editor', { status: 'INACTIVE' });
    const { owner: stranger } = await createSchool(test);
    for (const person of [invited, stranger])
      expect((await give({ person_id: person.id })).error().errors).toHaveProperty('person_id');
    expect((await give({ block: 'nowhere' })).error().errors).toHaveProperty('block');
    const row = { schoolId: school.id, newsletterId: params.id, personId: hugh.id, label: 'x', dueOn: DUE };
    const rows = Array.from({ length: PARTS_MAX }, (_, index) => ({ ...row, block: `b${index}` }));
    await test.context.database
      .orm()
      .insert(newsletterParts)
      .values(rows.map((each) => ({ ...each, givenAt: test.clock.now() })));
    expect((await give()).status).toBe(409);
  });

  it('goes with its person, and with its newsletter', async () => {
    await given();
    const other = await given({ block: 'text-1', person_id: school.owner.id });
    const leaver = { token: school.owner.token, params: { id: hugh.id } };
    (await test.call(inviteRoutes.deleteInvite, leaver)).ok();
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    const call = { token: school.owner.token, params };
    (await test.call(newsletterRoutes.deleteNewsletter, call)).ok();
    expect(await mine(school.owner)).toEqual([]);
  });
});

describe('the mail at giving', () => {
  it('goes once to the person it is assigned to, with who assigns it, the day and the way to the block', async () => {
    await given();
    await given();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/ gives you a part of ‘Autumn news’: Year 4 news$/);
    expect(mail?.text).toContain('by Wednesday 2 January');
    expect(mail?.text).toContain(`/app/newsletters/editor/${params.id}?part=heading-1`);
    await given({ person_id: school.owner.id });
    expect(await mails(school.owner)).toEqual([]);
    expect(await mails()).toHaveLength(1);
  });

  it('calls a giver without a name a colleague', async () => {
    const { token } = await createStaff(test, school.id, 'editor', { firstName: '', lastName: '' });
    (await give({}, { ...school.owner, token })).ok();
    expect((await mails())[0]?.subject).toBe('A colleague gives you a part of ‘Autumn news’: Year 4 news');
  });
});

it('is not given for a day in the past, which one that is late keeps', async () => {
  expect((await give({ due_on: '2020-01-02' })).error().errors).toEqual({ due_on: [PART_MESSAGES.past] });
  expect(await list()).toEqual([]);
  await given();
  await test.context.database.orm().update(newsletterParts).set({ dueOn: '2020-01-02' });
  expect((await given({ due_on: '2020-01-02' })).attributes.due_on).toBe('2020-01-02');
});

describe('the reminder', () => {
  const dueIn = (days: number) =>
    new Date(test.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const reminders = async () => (await mails()).filter(({ subject }) => subject?.startsWith('Your part'));
  const later = async (days: number) => {
    test.clock.advance(days * DAY_MS);
    await test.jobs.due();
  };
  const jobOf = (part: { readonly id: string }, due: string) => ({
    schoolId: school.id,
    id: part.id,
    personId: hugh.id,
    dueOn: due,
  });

  it('is one mail with the way to the block, however often the job runs', async () => {
    const due = dueIn(20);
    const part = await given({ due_on: due });
    expect(await mails()).toHaveLength(1);
    await later(21);
    await test.jobs.run('part_reminder', jobOf(part, due));
    const [, mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your part of ‘Autumn news’: Year 4 news');
    expect(mail?.text).toContain(`/app/newsletters/editor/${params.id}?part=heading-1`);
  });

  it('waits for a school day: what has become a holiday since is left out', async () => {
    const isWednesday = (days: number) => new Date(dueIn(days)).getUTCDay() === 3;
    const days = [20, 21, 22, 23, 24, 25, 26].find(isWednesday) ?? 0;
    const [due, before] = [dueIn(days), dueIn(days - 1)];
    await given({ due_on: due });
    const term_dates = { kind: 'holiday', name: 'Training', first_on: before, last_on: before } as const;
    const added = { token: school.owner.token, body: { term_dates } };
    (await test.call(rhythmRoutes.addTermDates, added)).ok();
    test.clock.advance(Date.parse(`${before}T09:00:00Z`) - test.clock.now().getTime());
    await later(0);
    expect(await reminders()).toEqual([]);
    await later(1);
    expect(await reminders()).toHaveLength(1);
  });

  it('is not sent for a part that is done, assigned to somebody else, moved to a later day or deleted', async () => {
    const due = dueIn(20);
    const one = await given({ due_on: due });
    (await finish(one.id, true)).ok();
    await later(21);
    expect(await reminders()).toEqual([]);
    const next = dueIn(20);
    await given({ block: 'text-1', due_on: next });
    await given({ block: 'text-1', due_on: dueIn(200) });
    await given({ due_on: next });
    await save([richText('<p>Words</p>')]);
    await later(21);
    expect(await reminders()).toEqual([]);
    await later(200);
    expect(await reminders()).toHaveLength(1);
    const isText = eq(newsletterParts.block, 'text-1');
    const [row] = await test.context.database.orm().select().from(newsletterParts).where(isText);
    expect(row?.remindedAt).not.toBeNull();
  });
});
