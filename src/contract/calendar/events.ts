import { z } from 'zod';
import { optionalText, requiredString } from '#contract/fields.ts';
import { GROUPS_MAX } from '#contract/groups/groups.ts';
import { idParams, many, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { cleanLines } from '#newsletter/document/lines.ts';
import { lastDayProblem, timeProblems } from '#newsletter/events/times.ts';
import { calendarDay } from '#newsletter/values/day.ts';

/** The school's calendar: its dates, from newsletters, from the calendar's own screen and from imports. */

/** The most dates of a school, past ones included. */
export const EVENTS_MAX = 5000;
const DESCRIPTION_MAX = 1000;
/** How long a new date counts as unseen although the diary is public, in minutes: this leaves time to undo it. */
export const UNSEEN_MINUTES = 10;

export const EVENT_MESSAGES = {
  title: 'Please give it a title',
  long: `Limit is ${DESCRIPTION_MAX} symbols`,
  time: 'Not a time, should be like 09:15',
  full: `Limit is ${EVENTS_MAX} dates. Please delete some old ones`,
  group: 'This group is no longer there',
  seen: 'Families have seen this date. You can mark it as cancelled instead',
  notAnnounced: 'This newsletter does not show the date, or says the same already',
} as const;

/** The origins of a date. */
export const EVENT_SOURCES = ['newsletter', 'calendar', 'import'] as const;

const time = z.iso.time({ precision: -1, error: EVENT_MESSAGES.time }).nullable();

/** The fields of a date, without its rules. */
export const eventFields = {
  title: requiredString(EVENT_MESSAGES.title),
  description: z
    .string()
    .max(10_000, EVENT_MESSAGES.long)
    .transform(cleanLines)
    .pipe(z.string().max(DESCRIPTION_MAX, EVENT_MESSAGES.long)),
  date: calendarDay,
  /** The last day, for a date of several days. */
  last_day: calendarDay.nullable(),
  time,
  end: time,
  place: optionalText.nullable().transform((text) => text || null),
  /** The groups that it is for; empty for the whole school. */
  groups: z.array(z.uuid()).max(GROUPS_MAX),
  is_cancelled: z.boolean(),
} as const;

/** Refuses a last day that is not later, and an end before its start. */
export function checkTimes(
  event: {
    readonly date: string;
    readonly last_day: string | null;
    readonly time: string | null;
    readonly end: string | null;
  },
  context: z.core.$RefinementCtx,
): void {
  const last_day = event.last_day ?? undefined;
  const problems = {
    ...timeProblems({ last_day, time: event.time ?? undefined, end: event.end ?? undefined }),
    ...lastDayProblem({ date: event.date, last_day }),
  };
  for (const [field, message] of Object.entries(problems))
    context.addIssue({ code: 'custom', path: [field], message });
}

export const eventForm = z.strictObject(eventFields).superRefine(checkTimes);
export type EventForm = z.output<typeof eventForm>;
/** Only the fields that change. The rules for times apply to the date after the change. */
export const changeEventForm = z.strictObject(eventFields).partial();
export type EventChange = z.input<typeof changeEventForm>;

/** A published newsletter that shows a date. */
const announcedIn = z.object({
  id: z.uuid(),
  title: z.string(),
  /** How it differs from the calendar, in words: '16:00'. Null if it does not. */
  says: z.string().nullable(),
});

export const eventResource = resource(
  'event',
  z.object({
    title: z.string(),
    description: z.string(),
    date: z.string(),
    last_day: z.string().nullable(),
    time: z.string().nullable(),
    end: z.string().nullable(),
    place: z.string().nullable(),
    groups: z.array(z.uuid()),
    is_cancelled: z.boolean(),
    source: z.enum(EVENT_SOURCES),
    /** The key of the row that shows this date in a newsletter's event block. */
    row: z.string(),
    /** The keys of rows that state the same date in other words. */
    other_rows: z.array(z.string()),
    /** The date's UID in the calendar from which it was imported. */
    import_uid: z.string().nullable(),
    told_in: z.array(announcedIn),
    /** Whether nobody outside the school has seen it, so that it can be deleted. */
    can_delete: z.boolean(),
    changed_at: timestamp,
  }),
);
export type EventResource = z.infer<typeof eventResource>;

const reply = z.object({ event: single(eventResource) });

export const eventRoutes = {
  listEvents: route({
    method: 'GET',
    path: '/events',
    access: 'member',
    token: 'events:read',
    summary: "The school's dates, the first one first",
    query: z.strictObject({
      /** Leaves out dates that ended before this day. */
      from: calendarDay.optional(),
    }),
    status: 200,
    reply: z.object({
      events: many(eventResource),
      /** The holidays from the term dates, the earliest first. */
      holidays: z.array(z.object({ name: z.string(), first_on: z.string(), last_on: z.string() })),
      /** The path of the school's diary; null while families have none. */
      diary: z.string().nullable(),
    }),
  }),
  createEvent: route({
    method: 'POST',
    path: '/events',
    access: 'member',
    token: 'events:write',
    summary: "Add a date to the school's calendar",
    wrapper: 'event',
    body: eventForm,
    needsOpenSchool: true,
    status: 201,
    reply,
  }),
  updateEvent: route({
    method: 'PATCH',
    path: '/events/:id',
    access: 'member',
    token: 'events:write',
    summary: 'Change a date or cancel it; newsletters that show it stay as they are',
    params: idParams,
    wrapper: 'event',
    body: changeEventForm,
    needsOpenSchool: true,
    status: 200,
    reply,
  }),
  deleteEvent: route({
    method: 'DELETE',
    path: '/events/:id',
    access: 'member',
    token: 'events:write',
    summary: 'Delete a date that nobody outside the school has seen',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
  correctNewsletter: route({
    method: 'PUT',
    path: '/events/:id/correction',
    access: 'member',
    summary: "Write the calendar's form of a date into the draft of a newsletter that shows it",
    params: idParams,
    wrapper: 'correction',
    body: z.strictObject({ news_letter_id: z.uuid() }),
    needsPlan: true,
    status: 204,
  }),
} as const;
