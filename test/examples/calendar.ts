import { eventImportRoutes } from '#contract/calendar/event-imports.ts';
import { eventRoutes } from '#contract/calendar/events.ts';
import { rhythmRoutes } from '#contract/rhythm/rhythm.ts';
import { timingRoutes } from '#contract/timing/timings.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import type { TestApp } from '#test/app.ts';
import type { TestPerson } from '#test/factories.ts';
import { publishNewsletter } from '#test/newsletters.ts';
import type { ExampleCaller, Examples } from './example.ts';
import { newsletterOf } from './newsletters.ts';

export const TERM_DATES = {
  kind: 'holiday',
  name: 'Half term',
  first_on: '2031-02-10',
  last_on: '2031-02-14',
};

/** A date of the school's calendar. */
export const SCHOOL_EVENT = {
  ...{ title: 'Sports day', description: 'Bring a hat.', date: '2027-06-11', last_day: null },
  ...{ time: '09:30', end: '12:00', place: 'Playing field', groups: [], is_cancelled: false },
};

/** Calls about dates, the school's rhythm, and timings. */
export const CALENDAR_EXAMPLES = {
  importEvents: async () => ({ body: { import: { events: [{ ...SCHOOL_EVENT, import_uid: null }] } } }),
  undoEventImport: async (test, { token }) => {
    const call = { token, body: { import: { events: [{ ...SCHOOL_EVENT, import_uid: null }] } } };
    return { params: { id: (await test.call(eventImportRoutes.importEvents, call)).ok().import.id } };
  },
  listEvents: async () => ({ query: { from: '2026-01-01' } }),
  createEvent: async () => ({ body: { event: SCHOOL_EVENT } }),
  updateEvent: async (test, actor) => ({
    params: { id: await eventOf(test, actor) },
    body: { event: { ...SCHOOL_EVENT, time: '10:00' } },
  }),
  deleteEvent: async (test, actor) => ({ params: { id: await eventOf(test, actor) } }),
  correctNewsletter: async (test, actor) => ({
    params: { id: await eventOf(test, actor) },
    body: { correction: { news_letter_id: await newsletterOf(test, actor) } },
  }),
  getRhythm: async (_, actor) => ({ params: { id: actor.schoolId ?? '' } }),
  setRhythm: async (test, actor) => ({
    params: { id: actor.schoolId ?? '' },
    body: { rhythm: newRhythm(test, actor, (await publishNewsletter(test, actor)).id) },
  }),
  addTermDates: async () => ({ body: { term_dates: TERM_DATES } }),
  removeTermDates: async (test, { token }) => {
    const call = { token, body: { term_dates: TERM_DATES } };
    return { params: { id: (await test.call(rhythmRoutes.addTermDates, call)).ok().term_dates.id } };
  },
  listTimings: async (test, actor) => ({ params: { id: await newsletterOf(test, actor) } }),
  planTiming: async (test, actor) => ({
    params: { id: await newsletterOf(test, actor) },
    body: { timing: newTiming(test) },
  }),
  cancelTiming: async (test, actor) => ({ params: { id: await plannedTiming(test, actor) } }),
  restoreTiming: async (test, actor) => {
    const params = { id: await plannedTiming(test, actor) };
    await test.call(timingRoutes.cancelTiming, { token: actor.token, params });
    return { params };
  },
} satisfies Examples;

/** A publishing in two days, for `planTiming`. */
export function newTiming({ clock }: TestApp) {
  return { kind: 'publish', at: new Date(clock.now().getTime() + 2 * DAY_MS).toISOString() };
}

async function eventOf(test: TestApp, { token }: TestPerson): Promise<string> {
  const call = { token, body: { event: SCHOOL_EVENT } };
  return (await test.call(eventRoutes.createEvent, call)).ok().event.data.id;
}

/** A weekly rhythm of a published newsletter, whose next draft is not due yet. */
export function newRhythm({ clock }: TestApp, { id: in_charge_id }: TestPerson, newsletter_id: string) {
  const first_on = new Date(clock.now().getTime() + 6 * DAY_MS).toISOString().slice(0, 10);
  return {
    ...{ is_on: true, every: 'weekly', first_on, time: '15:00', draft_days_before: 3, in_term_only: true },
    ...{ newsletter_id, in_charge_id },
  };
}

async function plannedTiming(test: TestApp, actor: ExampleCaller): Promise<string> {
  const params = { id: await newsletterOf(test, actor) };
  const call = { token: actor.token, params, body: { timing: newTiming(test) } };
  return (await test.call(timingRoutes.planTiming, call)).ok().timing.data.id;
}
