import { z } from 'zod';
import { requiredString } from '#contract/fields.ts';
import { idParams, resource, single } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { calendarDay } from '#newsletter/values/day.ts';
import { draftDaysMax, RHYTHMS, TERM_KINDS } from './issue-days.ts';
import { issueOutcome, issueState } from './next-issue.ts';

/** The rhythm: the days on which a school's newsletter comes out, and its term dates. It makes drafts, and sends nothing. */

/** The most terms and holidays of a school. */
export const TERM_DATES_MAX = 100;
const TERM_NAME_MAX = 80;

export const RHYTHM_MESSAGES = {
  saved: 'The rhythm is saved',
  savedOff: 'The rhythm is off. No drafts are made by it',
  newsletter: 'Please choose a newsletter that has been published',
  inCharge: 'Please choose a person',
  time: 'Please choose a time',
  draftDays: 'The draft is made after the issue before. Please choose fewer days',
  draftDaysMin: 'Please choose at least one day',
  termName: 'Please give it a name',
  termNameLong: `Limit is ${TERM_NAME_MAX} symbols`,
  termOrder: 'The last day is before the first',
  termsFull: `Limit is ${TERM_DATES_MAX} terms and holidays. Please remove some`,
} as const;

export const rhythmForm = z
  .strictObject({
    is_on: z.boolean(),
    every: z.enum(RHYTHMS),
    /** The first day with an issue: it determines the weekday and, for fortnightly issues, which of two weeks. */
    first_on: calendarDay,
    /** The time for which the issue is planned, in the school's zone. */
    time: z.string(RHYTHM_MESSAGES.time).regex(/^([01]\d|2[0-3]):[0-5]\d$/, RHYTHM_MESSAGES.time),
    draft_days_before: z.number().int().min(1, RHYTHM_MESSAGES.draftDaysMin),
    in_term_only: z.boolean(),
    /** The newsletter whose next issues these are. */
    newsletter_id: z.uuid(RHYTHM_MESSAGES.newsletter),
    /** The person who begins the drafts and is notified, as the owner is. */
    in_charge_id: z.uuid(RHYTHM_MESSAGES.inCharge),
  })
  .refine((form) => form.draft_days_before <= draftDaysMax(form.every), {
    path: ['draft_days_before'],
    error: RHYTHM_MESSAGES.draftDays,
  });
export type RhythmForm = z.output<typeof rhythmForm>;

export const termDatesForm = z
  .strictObject({
    kind: z.enum(TERM_KINDS),
    name: requiredString(RHYTHM_MESSAGES.termName).pipe(
      z.string().max(TERM_NAME_MAX, RHYTHM_MESSAGES.termNameLong),
    ),
    first_on: calendarDay,
    last_on: calendarDay,
  })
  .refine((form) => form.first_on <= form.last_on, { path: ['last_on'], error: RHYTHM_MESSAGES.termOrder });
export type TermDatesForm = z.output<typeof termDatesForm>;

const termDates = z.object({
  id: z.uuid(),
  kind: z.enum(TERM_KINDS),
  name: z.string(),
  first_on: z.string(),
  last_on: z.string(),
});
/** A term or holiday of a school. */
export type TermDates = z.infer<typeof termDates>;

const named = z.object({ id: z.uuid(), name: z.string() });

export const rhythmSettings = z.object({
  is_on: z.boolean(),
  every: z.enum(RHYTHMS),
  first_on: z.string(),
  time: z.string(),
  draft_days_before: z.number().int(),
  in_term_only: z.boolean(),
  /** Null once it is deleted. */
  newsletter_id: z.uuid().nullable(),
  /** Null once that person has left. */
  in_charge_id: z.uuid().nullable(),
});

const rhythmResource = resource(
  'rhythm',
  z.object({
    /** Null: it was never set. */
    rhythm: rhythmSettings.nullable(),
    /** The newsletter that the next draft is made from; null if there is none. */
    goes_on_from: z.object({ id: z.uuid(), title: z.string() }).nullable(),
    /** Terms and holidays, the earliest first. */
    term_dates: z.array(termDates),
    /** The people who can be in charge. */
    people: z.array(named),
    /** Null if there is none. */
    owner: named.nullable(),
    /** The last issues, newest first. */
    issues: z.array(issueOutcome),
    /** The next issue; null if the rhythm is off, or the term dates have ended. */
    next: issueState.nullable(),
  }),
);
/** The id is that of the school. */
export type RhythmResource = z.infer<typeof rhythmResource>;

const ofSchool = { path: '/schools/:id/rhythm', access: 'owner_or_admin', params: idParams } as const;
const reply = z.object({ rhythm: single(rhythmResource) });

export const rhythmRoutes = {
  getRhythm: route({
    ...ofSchool,
    method: 'GET',
    summary: 'When the newsletter comes out, and the term dates',
    status: 200,
    reply,
  }),
  setRhythm: route({
    ...ofSchool,
    method: 'PUT',
    needsOpenSchool: true,
    summary: 'Have the next draft made by a rhythm, or no longer; nothing is published or sent by it',
    wrapper: 'rhythm',
    body: rhythmForm,
    status: 200,
    reply,
  }),
  addTermDates: route({
    method: 'POST',
    path: '/term_dates',
    access: 'owner_or_admin',
    needsOpenSchool: true,
    summary: 'Add a term or a holiday',
    wrapper: 'term_dates',
    body: termDatesForm,
    status: 201,
    reply: z.object({ term_dates: termDates }),
  }),
  removeTermDates: route({
    method: 'DELETE',
    path: '/term_dates/:id',
    access: 'owner_or_admin',
    summary: 'Remove a term or a holiday',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
} as const;
