import { expect, it } from 'vitest';
import {
  EVENT_MESSAGES,
  EVENTS_MAX,
  type EventChange,
  type EventResource,
  eventRoutes,
} from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { schoolRoutes } from '#contract/school.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { noticeWords } from '#newsletter/words/notice-words.ts';
import { parseCalendar } from '#test/calendars.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { publish, publishNewsletter } from '#test/newsletters.ts';
import {
  add,
  block,
  cancelled,
  change,
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

/** The school's calendar: the dates that newsletters tell, and changes to them. */

keepCalendar();

it('has so many dates, and says so', async () => {
  const { id } = await add();
  await test.context.database.query(
    `insert into school_events select (jsonb_populate_record(event, jsonb_build_object(
       'id', gen_random_uuid(), 'uid', 'copy-' || number))).*
     from school_events event, generate_series(2, ${EVENTS_MAX}) number where event.id = $1`,
    [id],
  );
  const call = { token: token(), body: { event: SCHOOL_EVENT } };
  const refused = await test.call(eventRoutes.createEvent, call);
  expect([refused.status, refused.error().error_message]).toEqual([409, EVENT_MESSAGES.full]);
});

it('has the dates of newsletters: one date for the same row, or the same day and title', async () => {
  const first = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  const copy = { ...FAIR, id: 'r1', title: 'SUMMER  Fair' };
  test.clock.advance(DAY_MS);
  const second = await publishNewsletter(test, school.owner, { title: 'Week 2', code: [block([copy])] });
  const [event, ...more] = await list();
  expect(more).toEqual([]);
  expect(event).toMatchObject({
    ...{ title: 'SUMMER Fair', date: '2027-06-12', time: '14:00', end: null, row: ROW, source: 'newsletter' },
    told_in: [
      { title: 'Week 1', says: null },
      { title: 'Week 2', says: null },
    ],
    can_delete: false,
  });
  // It stays one date when the second newsletter moves it.
  await rewrite(second.id, [{ ...copy, time: '15:00' }]);
  expect(await list()).toMatchObject([{ time: '15:00', told_in: [{ says: '14:00' }, { says: null }] }]);
  // The date disappears with the last newsletter that tells it.
  for (const { id } of [first, second])
    await test.call(newsletterRoutes.unpublishNewsletter, { token: token(), params: { id } });
  expect(await list()).toEqual([]);
  await publish(test, school.owner, first.id);
  expect(await list()).toMatchObject([{ title: 'Summer fair', time: '14:00' }]);
});

it('has one date where an author says that it is the same, and two where not', async () => {
  await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  const moved = { ...FAIR, title: 'Sumer fair', date: '2027-06-19' };
  await publishNewsletter(test, school.owner, { title: 'Week 2', code: [block([moved])] });
  expect(await list()).toMatchObject([{ title: 'Sumer fair', date: '2027-06-19', row: ROW, other_rows: [] }]);
  // A date that no newsletter has told is known by its id, before and after it is told.
  const sale = await add({ title: 'Cake sale', date: '2027-06-18' });
  const { row } = sale.attributes;
  const announced = { ...FAIR, id: row, title: 'Cakes', date: '2027-06-17' };
  await publishNewsletter(test, school.owner, { title: 'Week 3', code: [block([announced])] });
  expect(await list()).toMatchObject([{ id: sale.id, title: 'Cakes', row }, { title: 'Sumer fair' }]);
  const apart = { ...moved, id: 'f'.repeat(32), apart: [ROW] };
  await publishNewsletter(test, school.owner, { title: 'Week 4', code: [block([apart])] });
  expect((await list()).map(({ title }) => title)).toEqual(['Cakes', 'Sumer fair', 'Sumer fair']);
});

it('keeps what was changed in it when a newsletter only repeats what it said', async () => {
  const { id } = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  const [event] = await list();
  const moved = await change(event?.id ?? '', { time: '16:00' });
  expect(moved.attributes.told_in).toMatchObject([{ title: 'Week 1', says: '14:00' }]);
  test.clock.advance(DAY_MS);
  await publishNewsletter(test, school.owner, { title: 'Week 2', code: [block([FAIR])] });
  expect(await list()).toMatchObject([{ time: '16:00', told_in: [{ says: '14:00' }, { says: null }] }]);
  const call = {
    token: token(),
    params: { id: event?.id ?? '' },
    body: { correction: { news_letter_id: id } },
  };
  expect((await test.call(eventRoutes.correctNewsletter, call)).status).toBe(204);
  await publish(test, school.owner, id);
  const [corrected] = await list();
  // Both were published at the same moment.
  expect(corrected?.told_in).toHaveLength(2);
  expect(corrected?.told_in).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id, says: null }),
      expect.objectContaining({ says: null }),
    ]),
  );
});

it('says in the description of a page what is cancelled', async () => {
  const code = [block([{ ...FAIR, ...cancelled }])];
  const { path } = await publishNewsletter(test, school.owner, { title: 'Week 1', code });
  expect((await test.app.inject(path)).payload).toContain('content="Cancelled: Summer fair &#183; Cakes."');
});

it('has one UID for a date in all files, typed again as well', async () => {
  const rows = [FAIR, { ...FAIR, id: 'b'.repeat(32), title: 'Summer Fair' }];
  const both = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block(rows)] });
  const typed = await publishNewsletter(test, school.owner, {
    title: 'Week 2',
    code: [block([{ ...FAIR, id: 'typed' }])],
  });
  for (const { path } of [both, typed])
    expect(parseCalendar(await filesOf(path)).map(({ UID }) => UID)).toEqual([`${school.id}.${ROW}`]);
});

it('deletes only what nobody has seen; the rest is called off', async () => {
  const { id } = await add();
  const call = { token: token(), params: { id } };
  expect((await test.call(eventRoutes.deleteEvent, call)).status).toBe(204);
  await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([FAIR])] });
  const [event] = await list();
  const input = { token: token(), params: { id: event?.id ?? '' } };
  expect((await test.call(eventRoutes.deleteEvent, input)).error().error_message).toBe(EVENT_MESSAGES.seen);
  await change(input.params.id, { is_cancelled: true });
  expect(await list()).toMatchObject([{ is_cancelled: true, told_in: [{ says: 'it is on' }] }]);
});

it('changes only what is given, and keeps what another has changed meanwhile', async () => {
  const { id } = await add({ title: 'Quiz', date: '2027-06-11', time: '22:00', end: '01:00', place: null });
  const patch = (event: EventChange) =>
    test.call(eventRoutes.updateEvent, { token: token(), params: { id }, body: { event } });
  (await patch({ is_cancelled: true })).ok();
  (await patch({ place: 'Hall' })).ok();
  (await patch({ date: '2027-06-18' })).ok();
  const kept = { title: 'Quiz', time: '22:00', end: '01:00', description: 'Bring a hat.' };
  const changed = { is_cancelled: true, place: 'Hall', date: '2027-06-18', last_day: '2027-06-19' };
  expect(await list()).toMatchObject([{ ...kept, ...changed }]);
  expect((await patch({ time: null })).error().errors).toHaveProperty('time');
  expect((await patch({ last_day: '2027-06-01' })).error().errors).toHaveProperty('last_day');
  expect(await list()).toMatchObject([{ ...kept, ...changed }]);
});

it.each(['en', 'ar'])(
  'does not make the words of a notice a date’s details, nor takes them away from one: %s',
  async (language) => {
    const { words } = noticeWords(language);
    const choir = await add({ title: 'Choir', description: '', date: '2027-06-11', time: null, end: null });
    const fair = await add({ title: 'Fair', date: '2027-06-12', is_cancelled: true });
    await change(choir.id, { is_cancelled: true });
    const off = ({ attributes: { row, title, date } }: EventResource) => {
      const announced = { id: row, title, date, description: words.off, state: 'cancelled' };
      return publishNewsletter(test, school.owner, { title: `Off: ${title}`, code: [block([announced])] });
    };
    const { id } = await off(choir);
    await off(fair);
    expect(await list()).toMatchObject([
      { title: 'Choir', description: '', is_cancelled: true, told_in: [{ says: null }] },
      { title: 'Fair', description: 'Bring a hat.', is_cancelled: true },
    ]);
    // The words of an older version are removed when the date is on again.
    await change(choir.id, { description: words.off });
    expect((await change(choir.id, { is_cancelled: false })).attributes.description).toBe('');
    const correction = { params: { id: choir.id }, body: { correction: { news_letter_id: id } } };
    const corrected = await test.call(eventRoutes.correctNewsletter, { token: token(), ...correction });
    expect(corrected.status).toBe(204);
    const draft = (await test.call(newsletterRoutes.getNewsletter, { token: token(), params: { id } })).ok();
    expect(JSON.stringify(draft.news_letter.data.attributes.code)).toContain(words.on);
  },
);

it('names what is wrong with a date', async () => {
  const event = { ...SCHOOL_EVENT, title: ' ', last_day: '2027-06-01', end: '08:00', time: null };
  const refused = await test.call(eventRoutes.createEvent, { token: token(), body: { event } });
  expect(Object.keys(refused.error().errors ?? {}).sort()).toEqual(['last_day', 'time', 'title']);
  const unknown = { ...SCHOOL_EVENT, groups: ['00000000-0000-4000-8000-000000000000'] };
  const call = { token: token(), body: { event: unknown } };
  expect((await test.call(eventRoutes.createEvent, call)).error().errors).toEqual({
    groups: [EVENT_MESSAGES.group],
  });
});

it('fills a diary block at each publishing: what is coming, for whom, without what is over or left out', async () => {
  const own = { time: null, end: null, place: null };
  const soon = (days: number) =>
    new Date(test.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await add({ ...own, title: 'Long ago', date: '2026-01-02' });
  const trip = await add({ ...own, title: 'Canal trip', date: soon(5) });
  const left = await add({ ...own, title: 'Governors meet', date: soon(6) });
  await add({ ...own, title: 'Far away', date: soon(40) });
  const ours = { dates: [{ id: 'x', title: 'Typed by hand', date: soon(1) }] };
  const value = { until: '4_weeks', left_out: [left.id], filled: ours };
  const { id, path } = await publishNewsletter(test, school.owner, {
    code: [{ name: 'd', type: 'diary', value }],
  });
  const page = async () => (await test.app.inject(path)).payload;
  const titles = ['Long ago', 'Canal trip', 'Governors meet', 'Far away', 'Typed by hand'];
  const shown = async () => {
    const html = await page();
    return titles.filter((title) => html.includes(title));
  };
  expect(await shown()).toEqual(['Canal trip']);
  expect(await page()).toContain('Dates for your diary');
  // The draft stays empty, and nobody enters its dates in the calendar a second time.
  const call = { token: token(), params: { id } };
  const draft = (await test.call(newsletterRoutes.getNewsletter, call)).ok().news_letter.data.attributes;
  expect(draft.code).toEqual([
    { name: 'd', type: 'diary', value: { until: '4_weeks', left_out: [left.id] } },
  ]);
  expect(draft.body).toContain('Canal trip');
  expect((await list()).map(({ title, source }) => [title, source])).toHaveLength(4);
  // A change in the calendar shows with the next publishing; drawing again keeps the published dates.
  await change(trip.id, { title: 'Trip to the canal' });
  (
    await test.call(schoolRoutes.updateSchool, {
      token: token(),
      params: { id: school.id },
      body: { school: { primary_color: '#117733' } },
    })
  ).ok();
  await test.jobs.settled();
  expect(await page()).toContain('#117733');
  expect(await shown()).toEqual(['Canal trip']);
  await publish(test, school.owner, id);
  expect(await page()).toContain('Trip to the canal');
});
