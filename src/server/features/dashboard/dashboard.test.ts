import { eq } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventRoutes } from '#contract/calendar/events.ts';
import { dashboardRoutes } from '#contract/dashboard.ts';
import { deliveryRoutes } from '#contract/deliveries.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { subscriberRoutes } from '#contract/subscribers.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { deliveries } from '#server/platform/db/schema/deliveries.ts';
import { subscribers } from '#server/platform/db/schema/subscribers.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSchool, createStaff, type TestSchool } from '#test/factories.ts';
import { createNewsletter } from '#test/newsletters.ts';
import { createSubscribers } from '#test/subscribers.ts';
import { describeInZones, ZONES } from '#test/zones.ts';

const statements = vi.spyOn(Client.prototype, 'query');

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  school = await createSchool(test);
});
afterAll(async () => await test.close());

const dashboardFor = async (token: string) =>
  (await test.call(dashboardRoutes.dashboard, { token })).ok().dashboard;
const dashboard = () => dashboardFor(school.owner.token);

const day = (fromNow: number) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(test.clock.now().getTime() + fromNow * DAY_MS));

async function write(title: string, rows: readonly object[] = []): Promise<string> {
  const code = rows.length === 0 ? [] : [{ name: 'dates', type: 'event', value: { rows } }];
  const body = { news_letter: { title, layout_type: 'one_column', code } };
  const call = { token: school.owner.token, body };
  return (await test.call(newsletterRoutes.createNewsletter, call)).ok().news_letter.data.id;
}
const publish = (id: string) =>
  test.call(newsletterRoutes.publishNewsletter, { token: school.owner.token, params: { id } });
const event = (id: string, title: string, date: string, time?: string) => ({
  id,
  title,
  description: 'In the hall',
  date,
  ...(time !== undefined && { time }),
});

describe('the dashboard', () => {
  it('asks the database six questions, in one transaction', async () => {
    await dashboard();
    statements.mockClear();
    await dashboard();
    const { calls, contexts } = statements.mock;
    const asked = calls.map(([query], at) => ({
      client: contexts[at],
      verb: /\w+/.exec(String(Object(query).text ?? query))?.[0],
    }));
    const begin = asked.findIndex(({ verb }) => verb === 'begin');
    // Other queries may run on their own connections.
    const verbs = asked.slice(begin).filter(({ client }) => client === asked[begin]?.client);
    expect(verbs.map(({ verb }) => verb)).toEqual(['begin', ...Array(6).fill('select'), 'commit']);
  });

  it('is empty at first', async () => {
    expect(await dashboard()).toEqual({
      numbers: { published: 0, drafts: 0, subscribers: 0, new_subscribers: 0, waiting: 0 },
      last_published: [],
      sendings: [],
      timings: [],
      next_issue: null,
      events: [],
    });
  });

  it('counts newsletters and subscribers of this school only', async () => {
    await publish(await write('One'));
    await write('Two');
    await write('Three');
    for (const name of ['a', 'b', 'c', 'd']) {
      const person = { first_name: name, last_name: name, email: `${name}@families.example` };
      const call = { token: school.owner.token, body: { subscriber: person } };
      const { id } = (await test.call(subscriberRoutes.createSubscriber, call)).ok().subscriber.data;
      const change =
        name === 'a'
          ? { status: 'unsubscribed' as const }
          : name === 'b' && { createdAt: new Date(test.clock.now().getTime() - 40 * DAY_MS) };
      if (change)
        await test.context.database.orm().update(subscribers).set(change).where(eq(subscribers.id, id));
    }
    const editor = await createStaff(test, school.id, 'editor');
    expect((await dashboardFor(editor.token)).numbers).toEqual({
      published: 1,
      drafts: 2,
      subscribers: 3,
      new_subscribers: 2,
      waiting: 0,
    });
    const other = await createSchool(test);
    expect((await dashboardFor(other.owner.token)).numbers).toMatchObject({ published: 0, subscribers: 0 });
  });

  it('lists newsletters by publication, not by change', async () => {
    const [first, second, third] = [await write('One'), await write('Two'), await write('Three')];
    for (const id of [second, first, third]) {
      test.clock.advance(MINUTE_MS);
      await publish(id);
    }
    const { token } = school.owner;
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: third } });
    test.clock.advance(MINUTE_MS);
    const body = { news_letter: { title: 'Two, later' } };
    (await test.call(newsletterRoutes.updateNewsletter, { token, params: { id: second }, body })).ok();
    const { last_published } = await dashboard();
    expect(last_published).toMatchObject([
      { newsletter_id: first, title: 'One', has_unpublished_changes: false },
      { newsletter_id: second, title: 'Two', has_unpublished_changes: true },
    ]);
    const moment = new Date(test.clock.now().getTime() - 120_000);
    expect(last_published[0]?.published_at).toBe(moment.toISOString());
  });

  it('lists paused, running and scheduled deliveries, of this school only', async () => {
    const { token } = school.owner;
    await createSubscribers(test, school.id, 1);
    const [planned, held, over] = [await write('Planned'), await write('Held'), await write('Over')];
    const send_at = new Date(test.clock.now().getTime() + DAY_MS).toISOString();
    const plan = async (id: string) => {
      await publish(id);
      const call = { token, params: { id }, body: { delivery: { send_at } } };
      return (await test.call(deliveryRoutes.createDelivery, call)).ok().delivery.data.id;
    };
    await plan(planned);
    // Resembles a delivery that was paused after its start.
    await test.context.database
      .orm()
      .update(deliveries)
      .set({ status: 'paused', sendAt: null })
      .where(eq(deliveries.id, await plan(held)));
    const canceled = { token, params: { id: await plan(over) } };
    (await test.call(deliveryRoutes.cancelDelivery, canceled)).ok();
    const sending = { send_at: null, finished_at: null, waiting: 0, is_published: true };
    (await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: planned } })).ok();
    expect((await dashboard()).sendings).toEqual([
      { ...sending, newsletter_id: held, title: 'Held', status: 'paused' },
      {
        ...sending,
        newsletter_id: planned,
        title: 'Planned',
        status: 'scheduled',
        send_at,
        is_published: false,
      },
    ]);
    const other = await createSchool(test);
    expect((await dashboardFor(other.owner.token)).sendings).toEqual([]);
  });

  it('lists the coming events of published newsletters, next first', async () => {
    const published = await write('Autumn news', [
      event('a', 'Concert', day(9)),
      event('b', 'Photographs', day(0)),
      event('c', 'Sports day', day(-1)),
      event('d', 'Trip', day(3), '09:15'),
    ]);
    await publish(published);
    await write('Not yet', [event('x', 'Secret', day(2))]);
    const { events } = await dashboard();
    expect(events.map(({ title }) => title)).toEqual(['Photographs', 'Trip', 'Concert']);
    expect(events[0]).toMatchObject({
      start: day(0),
      newsletter_id: published,
      newsletter_title: 'Autumn news',
      slug: expect.stringContaining('autumn-news'),
    });
    expect(events[1]?.start).toMatch(/^\d{4}-\d\d-\d\dT\d\d:15:00/);
    const { token } = school.owner;
    await test.call(newsletterRoutes.unpublishNewsletter, { token, params: { id: published } });
    expect((await dashboard()).events).toEqual([]);
    // Dates that only the calendar has are included, cancelled ones are not.
    for (const [title, is_cancelled] of [
      ['Inset day', false],
      ['Netball', true],
    ] as const) {
      const date = { ...SCHOOL_EVENT, title, is_cancelled, date: day(2), time: null, end: null };
      (await test.call(eventRoutes.createEvent, { token, body: { event: date } })).ok();
    }
    const of = { newsletter_id: null, newsletter_title: null, slug: null };
    expect((await dashboard()).events).toEqual([{ title: 'Inset day', start: day(2), ...of }]);
  });
});

// An event with a time is stored as a moment in UTC, which may be on another day than in the school's time zone.
describeInZones('the coming events', () => {
  it.each(ZONES)('begin with today in %s', async (timeZone) => {
    const { owner } = await createSchool(test, { timeZone });
    const dayThere = (fromNow: number) =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }).format(test.clock.now().getTime() + fromNow * DAY_MS);
    const rows = [
      event('a', 'Yesterday, late', dayThere(-1), '23:30'),
      event('b', 'Yesterday', dayThere(-1)),
      event('c', 'Tomorrow', dayThere(1)),
      event('d', 'Late', dayThere(0), '23:30'),
      event('e', 'Early', dayThere(0), '00:30'),
      event('f', 'Today', dayThere(0)),
      event('g', 'Tomorrow, early', dayThere(1), '00:30'),
    ];
    const code = [{ name: 'dates', type: 'event', value: { rows } }];
    const { id } = await createNewsletter(test, owner, { code });
    (await test.call(newsletterRoutes.publishNewsletter, { token: owner.token, params: { id } })).ok();
    const { events } = await dashboardFor(owner.token);
    expect(events.map(({ title }) => title)).toEqual([
      'Today',
      'Early',
      'Late',
      'Tomorrow',
      'Tomorrow, early',
    ]);
  });
});

describe('the product’s news', () => {
  it('are returned to staff, newest first, each once', async () => {
    const { data } = (await test.call(dashboardRoutes.news, { token: school.owner.token })).ok().news;
    const days = data.map(({ attributes }) => attributes.published_on);
    expect(days).toEqual(days.toSorted().reverse());
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
    expect(data.length).toBeGreaterThan(0);
  });
});
