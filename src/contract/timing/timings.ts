import { z } from 'zod';
import { deliveryForm, plannedTimeProblem, testMailForm } from '#contract/deliveries.ts';
import { publishNewsletterForm } from '#contract/newsletters.ts';
import { idParams, many, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { MINUTE_MS } from '#newsletter/values/durations.ts';
import { TIMING_KINDS, timingState } from './timing-state.ts';

/** Publishing and unpublishing at a time. A newsletter has at most one open timing of each kind. */

export const TIMING_MESSAGES = {
  time: 'Please choose a date and a time',
  notPublished: 'Publish the newsletter, or plan that first',
  unpublishedBefore: 'It is unpublished before that. Please choose an earlier time',
  publishedAfter: 'It is published after that. Please choose a later time',
  /** Why it is held once the plan has ended: screens and mails add the way to the plans. */
  planEnded: 'Your school’s plan has ended by then',
  ended: 'That time has passed, or somebody has cancelled it already',
} as const;

/** The moment rounded down to the minute, because nobody chooses seconds. */
export function toMinute(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** The error message for a time; null if the time is valid. */
export function timingProblem(at: Date, now: Date): string | null {
  return plannedTimeProblem(toMinute(at), now);
}

/** A mail that is sent at a time. */
const timedMailForm = testMailForm.extend({ groups: deliveryForm.shape.groups });

export const timingForm = z.strictObject({
  kind: z.enum(TIMING_KINDS),
  at: z.iso.datetime({ offset: true, error: TIMING_MESSAGES.time }),
  /** To publish: the planned version. 409 if the stored version differs. Absent: the stored one. */
  version: publishNewsletterForm.shape.version,
  /** To publish: the missing files that the person knows about. 409 if there are others. */
  missing_files: publishNewsletterForm.shape.missing_files,
  /** To publish: the texts of the mail to send to families then. Absent: it is only published. */
  mail: timedMailForm.nullish(),
});

export const timingResource = resource(
  'timing',
  timingState.extend({
    news_letter_id: z.uuid(),
    /** To publish: the version that goes out, whatever is written later. */
    version: z.number().int(),
    /** To publish: whether the draft now differs from it. */
    is_changed: z.boolean(),
    /** The texts of the mail; null if it is only published. */
    mail: timedMailForm.nullable(),
    /** The mail's audience, with the groups' names when it was planned: 'Year 4 and Choir'; null for everybody, and without a mail. */
    audience: z.string().nullable(),
    /** Why it is held, or will be unless something changes. */
    trouble: z.string().nullable(),
    /** The name of the person who planned it; empty once their account is deleted. */
    planner: z.string(),
    planned_at: timestamp,
  }),
);
export type Timing = z.infer<typeof timingResource>;

const ofNewsletter = { access: 'member', path: '/news_letters/:id/timings', params: idParams } as const;
const reply = z.object({ timing: single(timingResource) });

export const timingRoutes = {
  listTimings: route({
    ...ofNewsletter,
    method: 'GET',
    access: 'contributor',
    token: 'newsletters:read',
    ofPart: true,
    summary:
      'What is to happen to a newsletter at a time, the next first. Contributors see when, and nothing of the mail',
    status: 200,
    reply: z.object({ timing: many(timingResource) }),
  }),
  planTiming: route({
    ...ofNewsletter,
    method: 'PUT',
    summary: 'Publish the draft as it is now at a time, or unpublish then, in the place of what was planned',
    wrapper: 'timing',
    body: timingForm,
    status: 200,
    reply,
    needsPlan: true,
  }),
  cancelTiming: route({
    method: 'DELETE',
    path: '/timings/:id',
    access: 'member',
    summary: 'Cancel what was planned',
    params: idParams,
    status: 204,
    whenDiskFull: true,
  }),
  restoreTiming: route({
    method: 'PUT',
    path: '/timings/:id/restore',
    access: 'member',
    summary: 'Plan again what was cancelled or replaced, as it was then',
    params: idParams,
    status: 200,
    reply,
    needsPlan: true,
  }),
} as const;
