import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type EventForm, eventRoutes } from '#contract/calendar/events.ts';
import { newsletterRoutes } from '#contract/newsletters.ts';
import { SCHOOL_EVENT } from '#test/examples/calendar.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createSchool, type TestSchool } from './factories.ts';
import { publish } from './newsletters.ts';

/** The calendar of a school, and newsletters with dates. */

export let test: TestApp;
export let school: TestSchool;
/** An id of a row. */
export const ROW = '0123456789abcdef0123456789abcdef';
export const FAIR = {
  id: ROW,
  title: 'Summer fair',
  description: 'Cakes.',
  date: '2027-06-12',
  time: '14:00',
};
export const block = (rows: readonly object[], name = 'dates') => ({ name, type: 'event', value: { rows } });
export const token = () => school.owner.token;

/** The dates of the calendar. */
export async function list() {
  const { events } = (await test.call(eventRoutes.listEvents, { token: token() })).ok();
  return events.data.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** Adds a date. */
export async function add(event: Partial<EventForm> = {}) {
  const body = { event: { ...SCHOOL_EVENT, ...event } };
  return (await test.call(eventRoutes.createEvent, { token: token(), body })).ok().event.data;
}

/** Changes some of a date. */
export async function change(id: string, event: Partial<EventForm>) {
  const stored = (await list()).find((each) => each.id === id);
  if (stored === undefined) throw new Error('No such date');
  const { title, description, date, last_day, time, end, place, groups, is_cancelled } = stored;
  const form = { title, description, date, last_day, time, end, place, groups, is_cancelled, ...event };
  const call = { token: token(), params: { id }, body: { event: form } };
  return (await test.call(eventRoutes.updateEvent, call)).ok().event.data;
}

/** Gives a newsletter other rows of dates, and publishes it. */
export async function rewrite(id: string, rows: readonly object[]): Promise<void> {
  const call = { token: token(), params: { id }, body: { news_letter: { code: [block(rows)] } } };
  (await test.call(newsletterRoutes.updateNewsletter, call)).ok();
  await publish(test, school.owner, id);
}

export const cancelled = { state: 'cancelled' };

/** The calendar file of a page. */
export async function filesOf(path: string): Promise<string> {
  return (await test.app.inject(`${path}/all-dates.ics`)).payload;
}

/** Starts the program, and a school before each test. */
export function keepCalendar(): void {
  beforeAll(async () => {
    test = await buildTestApp();
  });
  beforeEach(async () => {
    school = await createSchool(test);
  });
  afterAll(() => test.close());
}
