import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { type EventForm, eventRoutes } from '#contract/calendar/events.ts';
import { schoolPageRoutes } from '#contract/families/school-pages.ts';
import { groupRoutes } from '#contract/groups/groups.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { schoolRoutes } from '#contract/school.ts';
import { addDays } from '#newsletter/values/day-arithmetic.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { parseCalendar } from '#test/calendars.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { publish, publishNewsletter } from '#test/newsletters.ts';

/** A school's dates as families see and follow them. */

let test: TestApp;
let url: string;
let school: TestSchool;
let path: string;
beforeAll(async () => {
  test = await buildTestApp();
  url = await test.listen();
});
beforeEach(async () => {
  school = await createSchool(test);
  path = await show(true);
});
afterAll(() => test.close());

const token = () => school.owner.token;
const ROW = '0123456789abcdef0123456789abcdef';
const fetched = async (end = '', headers: Record<string, string> = {}) =>
  await fetch(url + path + end, { headers, redirect: 'manual' });
const text = async (end = '') => await (await fetched(end)).text();

async function show(shows_diary: boolean): Promise<string> {
  const call = { token: token(), params: { id: school.id }, body: { school_pages: { shows_diary } } };
  const { school_pages: pages } = (await test.call(schoolPageRoutes.updateSchoolPages, call)).ok();
  return `/s/${pages.data.attributes.address}/diary`;
}
/** A date that is still to come. */
const DATE = { ...SCHOOL_EVENT, date: '2037-06-11' };
async function add(event: Partial<EventForm>) {
  const call = { token: token(), body: { event: { ...DATE, ...event } } };
  return (await test.call(eventRoutes.createEvent, call)).ok().event.data;
}
async function change(id: string, event: Partial<EventForm>): Promise<void> {
  const call = { token: token(), params: { id }, body: { event: { ...DATE, ...event } } };
  (await test.call(eventRoutes.updateEvent, call)).ok();
}
async function groupOf(name: string): Promise<string> {
  const call = { token: token(), body: { group: { name } } };
  return (await test.call(groupRoutes.createGroup, call)).ok().group.data.id;
}

/** A date of the followed calendar, read alike by two programs. */
async function followed(title: string) {
  const file = await text('.ics');
  const events = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent');
  const read = events.map((each) => new ICAL.Event(each)).find(({ summary }) => summary === title);
  const other = Object.values(nodeIcal.sync.parseICS(file)).find(
    (each) => each?.type === 'VEVENT' && each.summary === title,
  );
  if (read === undefined || other?.type !== 'VEVENT') throw new Error(`No ${title}`);
  const start = read.startDate.toJSDate().toISOString();
  expect([new Date(other.start).toISOString(), other.uid, Number(other.sequence)]).toEqual([
    start,
    read.uid,
    read.sequence,
  ]);
  return { uid: read.uid, sequence: read.sequence, start, status: other.status ?? 'CONFIRMED' };
}

it('follows a date of a newsletter: announced, moved by the next publishing and in the calendar, called off', async () => {
  const imported = { ...DATE, title: 'Inset day', date: '2037-09-03', import_uid: 'term@council' };
  const dates = { token: token(), body: { import: { events: [imported] } } };
  (await test.call(eventImportRoutes.importEvents, dates)).ok();
  const row = { id: ROW, title: 'Summer fair', description: 'Cakes.', date: '2037-06-12', time: '14:00' };
  const blocks = (change: object = {}) => [
    { name: 'a', type: 'event', value: { rows: [{ ...row, ...change }] } },
  ];
  const { id } = await publishNewsletter(test, school.owner, { title: 'Week 1', code: blocks() });
  const publishAgain = async (change: object) => {
    const call = { token: token(), params: { id }, body: { news_letter: { code: blocks(change) } } };
    (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
    await publish(test, school.owner, id);
  };
  const first = await followed('Summer fair');
  expect(first).toMatchObject({ start: '2037-06-12T13:00:00.000Z', status: 'CONFIRMED' });
  expect((await followed('Inset day')).start).toBe('2037-09-03T08:30:00.000Z');
  await publishAgain({ date: '2037-06-19' });
  expect(await text()).toMatch(/<b>19<\/b>.*Summer fair/s);
  const next = await followed('Summer fair');
  expect(next).toMatchObject({ uid: first.uid, start: '2037-06-19T13:00:00.000Z' });
  expect(next.sequence).toBeGreaterThan(first.sequence);
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  const own = events.data.find(({ attributes }) => attributes.title === 'Summer fair')?.id ?? '';
  await change(own, { title: 'Summer fair', date: '2037-06-19', time: '16:00', end: null });
  expect(await text()).toContain('16:00');
  const moved = await followed('Summer fair');
  expect(moved).toMatchObject({ uid: first.uid, start: '2037-06-19T15:00:00.000Z' });
  expect(moved.sequence).toBeGreaterThan(next.sequence);
  await publishAgain({ date: '2037-06-19', time: '16:00', state: 'cancelled' });
  expect(await text()).toMatch(/<s>Summer fair<\/s>.*Cancelled/);
  const off = await followed('Cancelled: Summer fair');
  expect(off).toMatchObject({ uid: first.uid, status: 'CANCELLED' });
  expect(off.sequence).toBeGreaterThan(moved.sequence);
});

it('is read alike by other programs, field by field', async () => {
  await add({
    title: 'Trip; with, signs \\ "quoted"',
    date: '2037-06-11',
    last_day: '2037-06-13',
    time: null,
    end: null,
  });
  await add({ title: 'Evening', description: 'Bring:\n- a coat, please', date: '2037-11-30' });
  await add({ title: 'Off', date: '2037-12-01', is_cancelled: true });
  const file = await text('.ics');
  const strict = parseCalendar(file);
  const calendar = new ICAL.Component(ICAL.parse(file));
  expect(calendar.getFirstPropertyValue('name')).toBe(calendar.getFirstPropertyValue('x-wr-calname'));
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT4H');
  const first = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
  const second = Object.values(nodeIcal.sync.parseICS(file)).filter((each) => each?.type === 'VEVENT');
  expect(first).toHaveLength(3);
  for (const [index, each] of strict.entries()) {
    const [one, other] = [
      first[index],
      second.find((found) => found?.type === 'VEVENT' && found.uid === each.UID),
    ];
    if (one === undefined || other?.type !== 'VEVENT') throw new Error('An event is missing');
    const words = { title: each.SUMMARY, description: each.DESCRIPTION, place: each.LOCATION };
    expect({ title: one.summary, description: one.description, place: one.location }).toEqual(words);
    expect({ title: other.summary, description: other.description, place: other.location }).toEqual(words);
    expect([one.uid, one.sequence, other.uid]).toEqual([each.UID, Number(each.SEQUENCE), each.UID]);
    expect(one.startDate.toJSDate().getTime()).toBe(new Date(other.start).getTime());
    expect(one.endDate.toJSDate().getTime()).toBe(new Date(other.end ?? 0).getTime());
    expect(other.status ?? null).toBe(each.STATUS ?? null);
  }
  expect(first[0]?.startDate.isDate).toBe(true);
});

it('has the dates of a group with those of the school, at an address that stays', async () => {
  const [four, six] = [await groupOf('Year 4'), await groupOf('Year 6')];
  await add({ title: 'For all' });
  await add({ title: 'Canal trip', groups: [four] });
  await add({ title: 'Bikeability', groups: [six] });
  const page = await text();
  expect(['For all', 'Canal trip', 'Bikeability'].filter((title) => page.includes(title))).toHaveLength(3);
  const frame = await (await fetch(url + path.replace(/diary$/, 'embed'))).text();
  expect(frame).toMatch(/Canal trip<\/strong><\/p><p[^>]*><span dir="auto">Year 4 · /);
  const [link = ''] = /\?group=year-4-\w{8}/.exec(page) ?? [];
  const own = await text(link);
  expect(own).toContain('Canal trip');
  expect(own).not.toContain('Bikeability');
  const end = `/${link.slice('?group='.length)}.ics`;
  const titles = async () => parseCalendar(await text(end)).map(({ SUMMARY }) => SUMMARY);
  expect(await titles()).toEqual(['Canal trip', 'For all']);
  const all = parseCalendar(await text('.ics')).map(({ SUMMARY }) => SUMMARY);
  expect(all).toEqual(expect.arrayContaining(['For all', 'Canal trip (Year 4)', 'Bikeability (Year 6)']));
  const renamed = { token: token(), params: { id: four }, body: { group: { name: 'Oaks' } } };
  (await test.call(groupRoutes.updateGroup, renamed)).ok();
  expect(await titles()).toEqual(['Canal trip', 'For all']);
  const subscribing = await text(`${link}&subscribe=1`);
  for (const start of ['webcal://', 'https://calendar.google.com/', 'https://outlook.live.com/'])
    expect(subscribing).toContain(`href="${start}`);
  expect((await fetched('?group=year-9-00000000')).status).toBe(404);
  // A retired group keeps its dates for those who follow them; a merged one redirects, with its dates.
  const retire = { token: token(), params: { id: six }, body: { group: { retired: true } } };
  (await test.call(groupRoutes.updateGroup, retire)).ok();
  test.clock.advance(MINUTE_MS);
  const six8 = `year-6-${six.slice(0, 8)}`;
  expect(await text()).not.toContain(`?group=${six8}`);
  expect(parseCalendar(await text(`/${six8}.ics`)).map(({ SUMMARY }) => SUMMARY)).toContain('Bikeability');
  const five = await groupOf('Year 5');
  const merge = { token: token(), params: { id: four }, body: { group: { into: five } } };
  (await test.call(groupRoutes.mergeGroup, merge)).ok();
  test.clock.advance(MINUTE_MS);
  for (const [from, to] of [
    [end, `/year-5-${five.slice(0, 8)}.ics`],
    [`${link}&subscribe=1`, `?group=year-5-${five.slice(0, 8)}&subscribe=1`],
  ] as const) {
    const answer = await fetched(from);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, path + to]);
    expect(await text(to)).toContain(from === end ? 'Canal trip' : 'Year 5');
  }
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  const trip = events.data.find(({ attributes: { title } }) => title === 'Canal trip');
  expect(trip?.attributes.groups).toEqual([five]);
});

it('keeps what is only for groups that families cannot choose out of what everybody sees', async () => {
  const [four, governors] = [await groupOf('Year 4'), await groupOf('Governors')];
  await add({ title: 'Budget meeting', groups: [governors] });
  // Families cannot choose a group yet.
  expect(await text()).toContain('Budget meeting');
  const offer = { token: token(), params: { id: four }, body: { group: { is_offered: true } } };
  (await test.call(groupRoutes.updateGroup, offer)).ok();
  await add({ title: 'Canal trip', groups: [four, governors] });
  const code = [{ name: 'd', type: 'diary', value: { until: 'all', left_out: [] } }];
  const newsletter = await publishNewsletter(test, school.owner, { code });
  test.clock.advance(MINUTE_MS);
  const home = path.replace(/\/diary$/, '');
  for (const end of [path, `${path}.ics`, home, `${home}/embed`, newsletter.path]) {
    const shown = await (await fetch(url + end)).text();
    expect(shown, end).toContain('Canal trip');
    expect(shown, end).not.toContain('Budget meeting');
    if (end !== newsletter.path) expect(shown, end).not.toContain('Governors');
  }
  const own = `governors-${governors.slice(0, 8)}`;
  for (const end of [`?group=${own}`, `/${own}.ics`]) expect(await text(end)).toContain('Budget meeting');
});

it('shows a date of newsletters to the groups of their blocks, as these are now', async () => {
  const [four, six] = [await groupOf('Year 4'), await groupOf('Year 6')];
  const rows = [{ id: ROW, title: 'Canal trip', description: 'Boots.', date: '2037-06-12' }];
  const block = (audience: readonly string[]) => ({
    ...{ name: `for-${audience.length}`, type: 'event', value: { rows } },
    ...(audience.length > 0 && { audience }),
  });
  const groups = async () => {
    const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
    return events.data.map(({ attributes }) => attributes.groups.toSorted());
  };
  const { id } = await publishNewsletter(test, school.owner, { title: 'Week 1', code: [block([four])] });
  expect(await groups()).toEqual([[four]]);
  const call = { token: token(), params: { id }, body: { news_letter: { code: [block([six])] } } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
  await publish(test, school.owner, id);
  expect(await groups()).toEqual([[six]]);
  // Another newsletter tells it to others, too; it is public as long as one newsletter tells everybody.
  const week2 = await publishNewsletter(test, school.owner, { title: 'Week 2', code: [block([four])] });
  expect(await groups()).toEqual([[four, six].sort()]);
  const week3 = await publishNewsletter(test, school.owner, { title: 'Week 3', code: [block([])] });
  expect(await groups()).toEqual([[]]);
  for (const one of [week3, week2])
    await test.call(newsletterRoutes.unpublishNewsletter, { token: token(), params: { id: one.id } });
  expect(await groups()).toEqual([[six]]);
});

it('leads to meetings, and breaks their addresses', async () => {
  const meeting = `https://teams.example/l/meetup-join/${'19%3ameeting_'.repeat(11)}`;
  await add({ title: 'اجتماع', place: meeting, description: `Join at ${meeting}. Or <b>call</b>.` });
  const shown = await text();
  expect(shown.match(new RegExp(`<a href="${meeting}" rel="nofollow">${meeting}</a>`, 'g'))).toHaveLength(2);
  expect(shown).toContain('</a>. Or &lt;b&gt;call&lt;/b&gt;.');
  expect(shown).toContain(
    '<div dir="auto"><p><strong>اجتماع</strong></p><p class="quiet small"><span dir="auto">',
  );
  expect(shown).toMatch(/\.dates > li > div \{ min-width: 0; overflow-wrap: anywhere; \}/);
});

it('has Arabic days, facts and commas at an Arabic school', async () => {
  const { id } = school;
  const changed = { token: token(), params: { id }, body: { school: { language: 'ar' } } };
  (await test.call(schoolRoutes.updateSchool, changed)).ok();
  const names = await Promise.all(['الصف الرابع', 'الجوقة'].map(groupOf));
  await add({
    title: 'أمسية',
    date: '2037-10-14',
    time: '18:00',
    end: '19:30',
    place: 'القاعة',
    groups: names,
  });
  const shown = await text();
  expect(shown).toContain('<html lang="ar" dir="rtl">');
  expect(shown).toMatch(/<span>الأربعاء<\/span> <b>14<\/b>/);
  expect(shown).toMatch(
    /<span dir="auto">(?:الصف الرابع، الجوقة|الجوقة، الصف الرابع) · من 18:00 إلى 19:30 · القاعة<\/span>/,
  );
});

it('folds past dates, has holidays, and runs no script', async () => {
  const date = addDays(dayIn('Europe/London', test.clock.now()), -300);
  await add({ title: 'Long ago', date, time: null, end: null });
  const holiday = { kind: 'holiday', name: 'Half term', first_on: '2037-10-26', last_on: '2037-10-30' };
  (await test.call(rhythmRoutes.addTermDates, { token: token(), body: { term_dates: holiday } })).ok();
  await add({});
  const page = await text();
  expect(page).toMatch(/Half term.*<details class="earlier"><summary>Earlier<\/summary>.*Long ago/s);
  expect(page).not.toMatch(/<script|\son\w+=/);
  const file = parseCalendar(await text('.ics')).find(({ SUMMARY }) => SUMMARY === 'Half term');
  expect(file).toMatchObject({ 'DTSTART;VALUE=DATE': '20371026', 'DTEND;VALUE=DATE': '20371031' });
});

it('answers again only when something has changed, and is gone when it is off', async () => {
  await add({});
  const first = await fetched('.ics');
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const etag = first.headers.get('etag') ?? '';
  expect((await fetched('.ics', { 'if-none-match': etag })).status).toBe(304);
  await add({ title: 'Another' });
  expect((await fetched('.ics', { 'if-none-match': etag })).status).toBe(200);
  await show(false);
  for (const end of ['', '.ics', '/year-4-00000000.ics']) expect((await fetched(end)).status).toBe(404);
  // If a newsletter links there, the page explains it to those who follow the link.
  await show(true);
  const code = [{ name: 'd', type: 'diary', value: { until: 'all', left_out: [] } }];
  const { id } = await publishNewsletter(test, school.owner, { code });
  await show(false);
  const gone = await fetched();
  expect([gone.status, await gone.text()]).toEqual([410, expect.stringContaining('no diary here any more')]);
  expect((await fetched('.ics')).status).toBe(404);
  await test.call(newsletterRoutes.unpublishNewsletter, { token: token(), params: { id } });
  test.clock.advance(MINUTE_MS);
  expect((await fetched()).status).toBe(404);
});

it('shows no withdrawn date, and tells calendars that it is cancelled', async () => {
  const row = { id: ROW, title: 'Summer fair', description: 'Cakes.', date: '2037-06-12' };
  const code = [{ name: 'a', type: 'event', value: { rows: [row] } }];
  const { id } = await publishNewsletter(test, school.owner, { title: 'Week 1', code });
  await test.call(newsletterRoutes.unpublishNewsletter, { token: token(), params: { id } });
  expect(await text()).toContain('No dates yet.');
  expect(parseCalendar(await text('.ics'))).toMatchObject([
    { SUMMARY: 'Cancelled: Summer fair', STATUS: 'CANCELLED' },
  ]);
});
