import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditRoutes } from '#contract/audit.ts';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { historyRoutes } from '#contract/history.ts';
import { inviteRoutes } from '#contract/invites.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { partRoutes } from '#contract/parts/parts.ts';
import { RHYTHM_MESSAGES, rhythmRoutes, TERM_DATES_MAX } from '#contract/rhythm/rhythm.ts';
import { schoolClosureRoutes } from '#contract/school-closure.ts';
import { FRIDAY, formatDayAndMonth, nextWeekday } from '#newsletter/values/dates.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import { schools } from '#server/platform/db/schema/core.ts';
import { termDates } from '#server/platform/db/schema/rhythm.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, createStaff, type TestPerson, type TestSchool } from '#test/factories.ts';
import { createNewsletter, heading, publish, publishNewsletter } from '#test/newsletters.ts';

const ZONE = 'Europe/London';
let test: TestApp;
let school: TestSchool;
let priya: TestPerson;
let hugh: TestPerson;
/** The days of the published newsletter, of the next issue, and of the one after it. */
let last: string;
let day: string;
let later: string;
/** The published newsletter. */
let from: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  school = await createSchool(test);
  priya = await createStaff(test, school.id, 'admin', { firstName: 'Priya', lastName: 'Nair' });
  hugh = await createStaff(test, school.id, 'contributor', { firstName: 'Hugh', lastName: 'Hughes' });
  last = addDays(dayIn(ZONE, test.clock.now()), 3);
  day = addDays(last, 7);
  later = addDays(last, 14);
  from = await issue('Autumn news, week 5', last);
});

const issue = async (title: string, issue_date: string | null, code = [heading('Year 4 news')]) => {
  const { token } = priya;
  const { id } = await createNewsletter(test, priya, { title, code });
  const body = { news_letter: { issue_date } };
  (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id }, body })).ok();
  await publish(test, priya, id);
  return id;
};
const ask = (rhythm: object = {}, by = priya) =>
  test.call(rhythmRoutes.setRhythm, {
    token: by.token,
    params: { id: school.id },
    body: {
      rhythm: {
        ...{ is_on: true, every: 'weekly', first_on: day, time: '15:00', draft_days_before: 4 },
        ...{ in_term_only: true, newsletter_id: from, in_charge_id: priya.id, ...rhythm },
      },
    },
  });
const set = async (rhythm?: object) => (await ask(rhythm)).ok().rhythm.data.attributes;
const read = async () =>
  (await test.call(rhythmRoutes.getRhythm, { token: priya.token, params: { id: school.id } })).ok().rhythm
    .data.attributes;
const addDates = (dates: object, by = priya) =>
  test.call(rhythmRoutes.addTermDates, {
    token: by.token,
    body: { term_dates: { kind: 'holiday', name: 'Half term', ...dates } },
  });
const next = async () =>
  (await test.call(dashboardRoutes.dashboard, { token: priya.token })).ok().dashboard.next_issue?.next;
const give = async (block = 'heading-1', person = hugh, id = from, due_on = addDays(last, -2)) => {
  const part = { block, person_id: person.id, due_on };
  (await test.call(partRoutes.givePart, { token: priya.token, params: { id }, body: { part } })).ok();
};
const partsOf = async (id: string) =>
  (await test.call(partRoutes.listParts, { token: priya.token, params: { id } }))
    .ok()
    .part.data.map(({ attributes: { label, person_name, due_on } }) => `${label}: ${person_name}, ${due_on}`);
const drafts = async () => {
  const query = { filter: 'created' };
  return (await test.call(newsletterRoutes.listNewsletters, { token: priya.token, query })).ok().news_letter
    .data;
};
const letter = async (id: string) =>
  (await test.call(newsletterRoutes.getNewsletter, { token: priya.token, params: { id } })).ok().news_letter
    .data.attributes;
/** Advances the clock to a time of a day, and runs what is due. */
const passTo = async (wanted: string, time: string) => {
  test.clock.advance(momentIn(ZONE, wanted, time).getTime() - test.clock.now().getTime());
  await test.jobs.run('rhythm_sweep');
};
const mails = async ({ email }: TestPerson) => {
  await test.jobs.settled();
  return test.mail.to(email).map(({ subject, text }) => `${subject}: ${text}`);
};
const log = async () => {
  const call = { token: school.owner.token, params: { id: school.id } };
  const lines = (await test.call(auditRoutes.auditLog, call)).ok().audit_log.data;
  return lines.map(({ attributes: { action, subject } }) => `${action} ${subject}`);
};

describe('a rhythm', () => {
  it('makes the next issue some days before, with its parts, notifies people, and sends nothing', async () => {
    await give();
    await set();
    expect(await next()).toMatchObject({ day, is_made: false, newsletter: null, trouble: null });
    await passTo(addDays(day, -4), '07:59');
    expect(await drafts()).toEqual([]);
    await passTo(addDays(day, -4), '08:00');
    const [draft] = await drafts();
    const id = draft?.id ?? '';
    expect(await drafts()).toHaveLength(1);
    expect(await letter(id)).toMatchObject({
      title: 'Autumn news, week 6',
      issue_date: day,
      status: 'draft',
      carried_over: { day: last, blocks: ['heading-1'] },
    });
    const call = { token: priya.token, params: { id } };
    const [state] = (await test.call(historyRoutes.listStates, call)).ok().state.data;
    expect(state?.attributes).toMatchObject({ reason: 'created', started_from: 'Autumn news, week 5' });
    expect(await partsOf(id)).toEqual([`Year 4 news: Hugh Hughes, ${addDays(day, -2)}`]);
    expect(await next()).toMatchObject({ day, is_made: true, newsletter: { id, is_published: false } });
    expect((await mails(hugh)).at(-1)).toMatch(/^Begun: Autumn news, week 6: .*Yours to write: Year 4 news/s);
    expect((await mails(priya)).at(-1)).toMatch(/^Begun: Autumn news, week 6/);
    expect((await mails(school.owner)).at(-1)).toMatch(/^Begun: Autumn news, week 6/);
    expect((await log())[0]).toBe('issue_begun Autumn news, week 6');
    expect((await read()).issues).toMatchObject([{ day, is_made: true, newsletter: { id } }]);
    await passTo(later, '08:00');
    expect(await drafts()).toHaveLength(2);
    for (const { attributes } of await drafts()) expect(attributes.last_delivery).toBeNull();
  });

  it('makes it once, in whatever process, and not again once it is deleted', async () => {
    await set();
    const { database } = test.context;
    const other = await buildTestApp({}, { database, clock: test.clock });
    test.clock.advance(momentIn(ZONE, addDays(day, -4), '08:00').getTime() - test.clock.now().getTime());
    const about = { schoolId: school.id };
    await Promise.all([test.jobs.run('rhythm', about), other.jobs.run('rhythm', about)]);
    await test.jobs.run('rhythm_sweep');
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect((await log()).filter((line) => line.startsWith('issue_begun'))).toHaveLength(1);
    const params = { id: draft?.id ?? '' };
    expect((await test.call(newsletterRoutes.deleteNewsletter, { token: priya.token, params })).status).toBe(
      204,
    );
    await test.jobs.run('rhythm_sweep');
    expect(await drafts()).toEqual([]);
    expect(await next()).toMatchObject({ is_made: true, newsletter: null });
    await other.app.close();
  });

  it('continues from its newest published issue, with the parts of that', async () => {
    await set();
    await passTo(addDays(day, -4), '08:00');
    const [second] = await drafts();
    const id = second?.id ?? '';
    await give('heading-1', priya, id, addDays(day, -1));
    await passTo(addDays(later, -4), '08:00');
    // The second issue was not published, so the third is made from the first.
    const third = (await drafts()).find((draft) => draft.id !== id)?.id ?? '';
    expect(await letter(third)).toMatchObject({ issue_date: later, carried_over: { day: last } });
    await publish(test, priya, id);
    expect((await read()).goes_on_from).toEqual({ id, title: 'Autumn news, week 6' });
    await passTo(addDays(later, 3), '08:00');
    const fourth = (await drafts()).find((draft) => draft.id !== third)?.id ?? '';
    expect(await letter(fourth)).toMatchObject({ issue_date: addDays(later, 7), carried_over: { day } });
    expect(await partsOf(fourth)).toEqual([`Year 4 news: Priya Nair, ${addDays(later, 6)}`]);
  });

  it('makes what is due as soon as it is switched on, and nothing while it is off', async () => {
    await set({ is_on: false });
    expect(await next()).toBeUndefined();
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toEqual([]);
    await set();
    await test.jobs.settled();
    expect(await drafts()).toHaveLength(1);
    await set({ is_on: false });
    expect((await log())[0]).toBe('rhythm_stopped Elm Grove Primary');
  });

  it('makes no second draft in a week whose draft is made, when the weekday moves', async () => {
    // A Friday, so that the other days of its week are known.
    const friday = nextWeekday(day, FRIDAY, 0);
    await set({ first_on: friday });
    await passTo(addDays(friday, -4), '08:00');
    const [draft] = await drafts();
    const id = draft?.id ?? '';
    const thursday = addDays(friday, -1);
    await set({ first_on: thursday });
    await test.jobs.settled();
    expect(await drafts()).toHaveLength(1);
    expect(await next()).toMatchObject({ day: thursday, is_made: true, newsletter: { id } });
    expect(await read()).toMatchObject({ next: { day: thursday, newsletter: { id } } });
    // No second draft either once it is published; and the moved day is not reported as missed.
    await publish(test, priya, id);
    await passTo(friday, '16:00');
    expect(await drafts()).toEqual([]);
    expect((await read()).issues).toMatchObject([{ day: friday, is_made: true }]);
    await passTo(addDays(thursday, 3), '08:00');
    expect((await drafts()).map(({ attributes }) => attributes.title)).toEqual(['Autumn news, week 7']);
  });

  it('takes an issue that somebody has begun by hand, and one that is out already', async () => {
    await give();
    await set();
    const call = { token: priya.token, params: { id: from } };
    const begun = (await test.call(newsletterRoutes.nextIssue, call)).ok().news_letter.data;
    expect(begun.attributes.issue_date).toBe(day);
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toHaveLength(1);
    expect(await partsOf(begun.id)).toHaveLength(1);
    expect(await next()).toMatchObject({ newsletter: { id: begun.id } });
    // The rhythm is set anew from an issue of that very day.
    const out = await issue('Harvest', later);
    await set({ newsletter_id: out });
    await passTo(addDays(later, -4), '08:00');
    expect(await next()).toMatchObject({ day: later, newsletter: { id: out, is_published: true } });
    expect(await drafts()).toHaveLength(1);
  });

  it('makes no second issue of the day that the title of the last one says', async () => {
    from = await issue(`News, ${formatDayAndMonth(day)}`, null);
    await set();
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toEqual([]);
    expect(await mails(priya)).toEqual([]);
    await passTo(addDays(later, -4), '08:00');
    expect((await drafts()).map(({ attributes }) => attributes.title)).toEqual([
      `News, ${formatDayAndMonth(later)}`,
    ]);
  });
});

describe('term dates', () => {
  it('are skipped or kept to, and the last issue says that it is the last', async () => {
    const dates = { first_on: day, last_on: day };
    const holiday = (await addDates(dates)).ok().term_dates;
    await set();
    expect(await next()).toMatchObject({ day: later });
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toEqual([]);
    (await addDates({ kind: 'term', name: 'Autumn term', first_on: last, last_on: day })).ok();
    expect(await next()).toBeNull();
    expect((await read()).term_dates).toMatchObject([{ name: 'Autumn term' }, { name: 'Half term' }]);
    const params = { id: holiday.id };
    expect((await test.call(rhythmRoutes.removeTermDates, { token: priya.token, params })).status).toBe(204);
    await test.jobs.settled();
    expect(await drafts()).toHaveLength(1);
    expect((await mails(priya)).at(-1)).toContain('It is the last one in your term dates.');
    expect((await log()).filter((line) => /^(term|holiday)_/.test(line))).toEqual([
      'holiday_removed Half term',
      'term_added Autumn term',
      'holiday_added Half term',
    ]);
  });

  it('that are over can be deleted: their issues do not count as missed', async () => {
    const { id } = (await addDates({ first_on: day, last_on: day })).ok().term_dates;
    await set();
    await passTo(addDays(day, 1), '08:00');
    await test.call(rhythmRoutes.removeTermDates, { token: priya.token, params: { id } });
    await test.jobs.settled();
    expect(await mails(priya)).toEqual([]);
    expect((await read()).issues).toEqual([]);
  });

  it('are refused the wrong way round, beyond the limit, and for another school', async () => {
    const wrong = await addDates({ first_on: later, last_on: day });
    expect(wrong.error().errors).toEqual({ last_on: [RHYTHM_MESSAGES.termOrder] });
    const { id } = (await addDates({ first_on: day, last_on: day })).ok().term_dates;
    const row = { schoolId: school.id, kind: 'term', name: 'Old', firstOn: last, lastOn: last } as const;
    await test.context.database
      .orm()
      .insert(termDates)
      .values(Array.from({ length: TERM_DATES_MAX - 1 }, () => row));
    expect((await addDates({ first_on: day, last_on: day })).error().error_message).toBe(
      RHYTHM_MESSAGES.termsFull,
    );
    const { owner } = await createSchool(test);
    const call = { token: owner.token, params: { id } };
    expect((await test.call(rhythmRoutes.removeTermDates, call)).status).toBe(404);
  });
});

describe('an obstacle to making a draft', () => {
  const pay = async (subscriptionEndDate: Date) => {
    const changes = { subscriptionEndDate };
    await test.context.database.orm().update(schools).set(changes).where(eq(schools.id, school.id));
  };

  it('is shown beforehand and mailed once; the draft is made once it is put right', async () => {
    await set();
    await pay(new Date(test.clock.now().getTime() + HOUR_MS));
    expect(await next()).toMatchObject({ day, is_made: false, trouble: 'plan_ended' });
    await passTo(addDays(day, -4), '08:00');
    await test.jobs.run('rhythm_sweep');
    expect(await drafts()).toEqual([]);
    for (const person of [priya, school.owner]) {
      expect(await mails(person)).toHaveLength(1);
      expect((await mails(person))[0]).toMatch(/^Not begun: .*plan has ended.*\/app\/settings\/choose-plan/s);
    }
    expect((await log())[0]).toMatch(/^issue_not_begun /);
    await pay(new Date(test.clock.now().getTime() + 30 * DAY_MS));
    await test.jobs.run('rhythm_sweep');
    expect(await drafts()).toHaveLength(1);
    expect(await next()).toMatchObject({ is_made: true, trouble: null });
  });

  it('is a deleted newsletter, if there is no later issue', async () => {
    await set();
    const call = { token: priya.token, params: { id: from } };
    expect((await test.call(newsletterRoutes.deleteNewsletter, call)).status).toBe(204);
    expect(await next()).toMatchObject({ trouble: 'no_newsletter' });
    expect(await read()).toMatchObject({ goes_on_from: null, rhythm: { newsletter_id: null } });
    await passTo(addDays(day, -4), '08:00');
    expect((await mails(priya)).at(-1)).toMatch(/^Not begun: .*has been deleted/s);
  });

  it('is a closed school', async () => {
    await set();
    const call = { token: school.owner.token, params: { id: school.id } };
    (await test.call(schoolClosureRoutes.closeSchool, { ...call, body: { name: 'Elm Grove Primary' } })).ok();
    priya = school.owner;
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toEqual([]);
    expect((await read()).issues).toMatchObject([{ day, is_made: false, trouble: 'closed' }]);
  });

  it('is a program that was not running until the time had passed; late before it is late only', async () => {
    await set();
    await passTo(day, '14:00');
    expect(await drafts()).toHaveLength(1);
    await passTo(addDays(later, 1), '08:00');
    expect((await read()).issues).toMatchObject([
      { day: later, trouble: 'late' },
      { day, is_made: true },
    ]);
    await test.jobs.run('rhythm_sweep');
    expect((await mails(priya)).filter((mail) => mail.startsWith('Not begun'))).toHaveLength(1);
  });
});

describe('somebody who has left', () => {
  const remove = async ({ id }: TestPerson) =>
    expect(
      (await test.call(inviteRoutes.deleteInvite, { token: school.owner.token, params: { id } })).status,
    ).toBe(204);

  it('leaves a part that nobody has, which the next issue says', async () => {
    await give();
    await set();
    await remove(hugh);
    await passTo(addDays(day, -4), '08:00');
    const words = 'Nobody has Year 4 news: it was Hugh Hughes’s.';
    expect((await mails(priya)).at(-1)).toContain(words);
    expect((await mails(school.owner)).at(-1)).toContain(words);
    await publish(test, priya, (await drafts())[0]?.id ?? '');
    await passTo(addDays(later, -4), '08:00');
    expect((await mails(priya)).at(-1)).not.toContain('Nobody has');
  });

  it('is no longer in charge: the owner is', async () => {
    await set();
    await remove(priya);
    priya = school.owner;
    expect((await read()).rhythm).toMatchObject({ in_charge_id: null, is_on: true });
    await passTo(addDays(day, -4), '08:00');
    expect(await drafts()).toHaveLength(1);
    expect((await mails(school.owner)).at(-1)).toMatch(
      /^Begun: .*You are told, as who was in charge has left/s,
    );
  });
});

describe('setting a rhythm', () => {
  it('is for owner and admins, of a published newsletter, with somebody who writes in all', async () => {
    const editor = await createStaff(test, school.id, 'editor');
    expect((await ask({}, editor)).status).toBe(403);
    expect((await ask({}, (await createSchool(test)).owner)).status).toBe(404);
    const { id } = await createNewsletter(test, priya);
    expect((await ask({ newsletter_id: id })).error().errors).toEqual({
      newsletter_id: [RHYTHM_MESSAGES.newsletter],
    });
    const others = await publishNewsletter(test, (await createSchool(test)).owner);
    expect((await ask({ newsletter_id: others.id })).status).toBe(400);
    expect((await ask({ in_charge_id: hugh.id })).error().errors).toEqual({
      in_charge_id: [RHYTHM_MESSAGES.inCharge],
    });
    expect((await ask({ draft_days_before: 7 })).error().errors).toEqual({
      draft_days_before: [RHYTHM_MESSAGES.draftDays],
    });
    expect((await ask({ time: '24:00' })).error().errors).toEqual({ time: [RHYTHM_MESSAGES.time] });
    expect((await read()).rhythm).toBeNull();
    const stored = await set({ every: 'fortnightly', draft_days_before: 7 });
    expect(stored).toMatchObject({
      rhythm: { every: 'fortnightly', in_charge_id: priya.id },
      goes_on_from: { id: from, title: 'Autumn news, week 5' },
    });
    expect(new Set(stored.people.map((person) => person.id))).toEqual(
      new Set([school.owner.id, priya.id, editor.id]),
    );
  });
});
