import { z } from 'zod';
import {
  groupChoice,
  groupChoiceQuery,
  groupIds,
  listedGroups,
  READINGS_MAX,
} from '#contract/groups/audience.ts';
import { MAIL_REPORTS } from '#contract/mail/bounces.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { DELIVERY_STATUSES } from './delivery-state.ts';
import { email, optionalText } from './fields.ts';
import { idParams, many, paged, paging, resource, single, timestamp } from './resource.ts';
import { route } from './route.ts';

/** Sending a newsletter by e-mail: deliveries, the state of each recipient, and unsubscribing. */

/**
 * Why a recipient did not get the mail. The receiving server refused the address (`refused`) or the mail
 * (`rejected`), deferred it until we gave up (`gave_up`), or took it at least once without ever confirming it (`unconfirmed`):
 * it may have arrived, so it is not sent again. Or it was not tried, or not again: the recipient unsubscribed (`left`) or was deleted, or
 * the delivery was canceled.
 */
export const FAILURE_REASONS = [
  'refused',
  'rejected',
  'gave_up',
  'unconfirmed',
  'left',
  'deleted',
  'canceled',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** The reasons as shown in the list of failures. */
export const FAILURE_LABELS = {
  refused: 'The address does not exist or takes no mail',
  rejected: 'The receiving mail server refused this mail',
  gave_up: 'The receiving mail server did not take it for five days',
  unconfirmed: 'The mail server did not confirm that it took it: it may have arrived, and is not sent again',
  left: 'Left the list before it was their turn',
  deleted: 'Was deleted before it was their turn',
  canceled: 'The sending was canceled',
} as const satisfies Record<FailureReason, string>;

/**
 * The words of the receiving mail server about a mail. For a mail that is not confirmed they are about the last try, which may have
 * been refused: another one may have arrived.
 */
export function serverSaid(reason: FailureReason | null, detail: string): string {
  return `${reason === 'unconfirmed' ? 'At the last try the server said' : 'The server said'}: ${detail}`;
}

/** How long a mail is retried after its first try. */
export const GIVE_UP_MS = 5 * DAY_MS;
/** How far ahead a delivery can be planned. */
const PLAN_AHEAD_MS = 365 * DAY_MS;
/** Test mails per person and hour. Source: docs/requirements/product.md 5.2. */
export const TEST_MAILS_PER_HOUR = 20;

export const DELIVERY_MESSAGES = {
  notPublished: 'Publish the newsletter before you send it',
  nobody: 'There is nobody to send it to',
  underWay: 'This newsletter is being sent already',
  importing:
    'Subscribers are being imported just now. Please send the newsletter when that has ended, so that it reaches all of them',
  ended: 'This sending has ended already',
  forgotten:
    'This newsletter was sent so long ago that it is no longer kept who got it, and some would get it twice. Please copy it, and send the copy',
  notBegun: 'This sending has not begun yet',
  past: 'Please choose a time in the future',
  farAhead: 'Please choose a time within a year',
  time: 'Please choose a date and a time',
  bounced:
    'Too many of the addresses that were written to today do not exist. Please check your list of subscribers, and send it tomorrow',
  replyToUnconfirmed:
    'Your school’s email address is not confirmed yet. Its owner can do that in School settings; until then, replies can go to the address of somebody on its staff',
  readings: `The blocks for groups make more than ${READINGS_MAX} different mails. Please let fewer blocks be for groups`,
  replyTo: 'Replies can go to your school’s email address or to that of somebody on its staff',
} as const;

/** The error message for a planned time; null if the time is valid. */
export function plannedTimeProblem(at: Date, now: Date): string | null {
  const ahead = at.getTime() - now.getTime();
  if (ahead <= 0) return DELIVERY_MESSAGES.past;
  return ahead > PLAN_AHEAD_MS ? DELIVERY_MESSAGES.farAhead : null;
}

const moment = z.iso.datetime({ offset: true, error: DELIVERY_MESSAGES.time });
const mailFields = {
  /** Empty or absent: the newsletter's title. */
  subject: optionalText.optional(),
  /** Shown beside the subject in the inbox. Absent: the newsletter's first words. */
  preview_text: optionalText.optional(),
  /** The school's confirmed address, or a staff member's. Absent: the school's, or the owner's while the school's is
   * unconfirmed. */
  reply_to: email.optional(),
} as const;
/** How a newsletter is sent. Without `send_at` it is sent now. */
export const deliveryForm = z.strictObject({
  ...mailFields,
  send_at: moment.nullish(),
  /** Null or absent: everybody. */
  groups: groupChoice.nullish(),
});
/** The texts of a mail, and the address for replies. */
export const mailWordsForm = z.strictObject(mailFields);
/** A test mail, which is sent at once. */
export const testMailForm = z.strictObject({
  ...mailFields,
  /** Shows the newsletter as a family in these groups gets it. Absent: as families in no group do. */
  groups: groupIds.optional(),
});

const count = z.number().int();
export const deliveryResource = resource(
  'delivery',
  z.object({
    news_letter_id: z.uuid(),
    /** The edition that it sends, or sent last; null before it begins. See `historyRoutes.getEdition`. */
    edition_id: z.uuid().nullable(),
    status: z.enum(DELIVERY_STATUSES),
    subject: z.string(),
    preview_text: z.string(),
    reply_to: z.string(),
    from_name: z.string(),
    /** The audience in words, with the groups' names at the time of sending: 'Year 4 and Choir'; null for everybody. */
    audience: z.string().nullable(),
    /** The audience; null for everybody. */
    groups: groupChoice.nullish(),
    /** The name of the person who sent it; empty once their account is deleted. */
    sender: z.string(),
    total: count,
    sent: count,
    waiting: count,
    /** Waiting recipients whose mail server deferred the mail; the first of them is retried at `next_try_at`. */
    postponed: count,
    /** Waiting recipients whose mail is with the mail server now; it arrives even if the delivery is paused. */
    on_its_way: count,
    next_try_at: timestamp.nullable(),
    failed: count,
    /** Those of the failed whose mail may have arrived: they count as having the newsletter. */
    unconfirmed: count.default(0),
    /** Recipients who were not tried, or not again: unsubscribed, deleted, or the delivery was canceled. */
    skipped: count,
    /** Why it is paused, cannot start, or was canceled by the program. */
    trouble: z.string().nullable(),
    send_at: timestamp.nullable(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  }),
);
export type DeliveryResource = z.infer<typeof deliveryResource>;

/** A failed or skipped recipient; `id` is the subscriber's. Name, address and the server's reply are null for staff who do not see families (`seesFamilies`). */
const failureResource = resource(
  'delivery_failure',
  z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    reason: z.enum(FAILURE_REASONS),
    detail: z.string().nullable(),
    failed_at: timestamp,
  }),
);
export type FailureResource = z.infer<typeof failureResource>;

/** The states of a mail to one family. `skipped`: it was not tried, or not again after the receiving server had put it off. */
export const MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'skipped'] as const;
/** A newsletter or monthly digest (`news_letter_id` null) that was meant for a family; `id` is the delivery's. */
const subscriberMailResource = resource(
  'subscriber_mail',
  z.object({
    news_letter_id: z.uuid().nullable(),
    subject: z.string(),
    state: z.enum(MAIL_STATES),
    /** Why it failed or was skipped. */
    reason: z.enum(FAILURE_REASONS).nullable(),
    /** A report that came after it had been sent. */
    report: z.enum(MAIL_REPORTS).nullable(),
    /** The reply of the receiving mail server. */
    detail: z.string().nullable(),
    /** When it was sent, failed or skipped; while it waits, when it is tried next. */
    at: timestamp,
  }),
);
export type SubscriberMail = z.infer<typeof subscriberMailResource>;

const audience = z.object({
  /** The number of families who would get the newsletter if it were sent now. */
  recipients: count,
  /** Families who have it, may have it, or are about to get it. */
  already_sent: count,
  /** Families who get it with their monthly digest, and families who only want mails to their groups. */
  with_digest: count,
  own_groups_only: count,
  /** Families who have unsubscribed. */
  left: count,
  refused: count,
});
/** How the mail would arrive with the default subject, preview text and reply address; `bytes` is its size. */
const mailPreview = z.object({
  from_name: z.string(),
  from_address: z.string(),
  subject: z.string(),
  preview_text: z.string(),
  reply_to: z.string(),
  bytes: count,
});
/** The school's daily sending quota. `is_stopped`: too many of today's addresses do not exist. */
const quota = z.object({ per_day: count, left_today: count, is_trial: z.boolean(), is_stopped: z.boolean() });
/** The distinct sets of blocks that families get; empty if no block is for groups. The last one may have no words: everyone else. */
const readings = z.array(
  z.object({
    /** The audience, such as 'Year 4 and Choir'; null for everyone else. */
    words: z.string().nullable(),
    /** The names of its blocks that are for groups. */
    blocks: z.array(z.string()),
    /** The groups of some of its families, for a preview as one of them. */
    groups: z.array(z.string()),
    families: count,
  }),
);
const audienceReply = z.object({ audience, quota, mail: mailPreview, readings });
export type Audience = z.infer<typeof audienceReply>;

const deliveryReply = z.object({ delivery: single(deliveryResource) });
const newsletterRoute = { access: 'member', params: idParams } as const;

export const deliveryRoutes = {
  audience: route({
    ...newsletterRoute,
    method: 'GET',
    path: '/news_letters/:id/audience',
    token: 'newsletters:send',
    summary:
      'How many would get the newsletter by e-mail, all or those of some groups, and how it would arrive',
    query: groupChoiceQuery,
    status: 200,
    reply: audienceReply,
  }),
  readMail: route({
    ...newsletterRoute,
    method: 'GET',
    path: '/news_letters/:id/mail',
    token: 'newsletters:send',
    summary: 'The mail as a family in some groups would get it now',
    query: z.strictObject({ groups: listedGroups }),
    status: 200,
    reply: z.object({ mail: z.string() }),
  }),
  sendTestMail: route({
    ...newsletterRoute,
    method: 'POST',
    path: '/news_letters/:id/test_mail',
    summary: "Send the newsletter to the caller's own address, to look at it",
    wrapper: 'delivery',
    body: testMailForm,
    status: 202,
    needsPlan: true,
  }),
  createDelivery: route({
    ...newsletterRoute,
    method: 'POST',
    path: '/news_letters/:id/deliveries',
    token: 'newsletters:send',
    summary:
      'Send a published newsletter to all subscribers, or those of some groups, who do not have it yet',
    wrapper: 'delivery',
    body: deliveryForm,
    status: 201,
    reply: deliveryReply,
    needsPlan: true,
  }),
  listDeliveries: route({
    ...newsletterRoute,
    method: 'GET',
    path: '/news_letters/:id/deliveries',
    token: 'newsletters:read',
    summary: "A newsletter's deliveries, the latest first",
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ deliveries: many(deliveryResource), ...paged }),
  }),
  getDelivery: route({
    method: 'GET',
    path: '/deliveries/:id',
    access: 'member',
    token: 'newsletters:read',
    summary: 'The state of a delivery',
    params: idParams,
    status: 200,
    reply: deliveryReply,
  }),
  listFailures: route({
    method: 'GET',
    path: '/deliveries/:id/failures',
    access: 'member',
    token: 'subscribers:read',
    summary: 'Who did not get it, or may not have, and why; only an owner sees who',
    params: idParams,
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ failures: many(failureResource), ...paged }),
  }),
  listSubscriberMails: route({
    method: 'GET',
    path: '/subscribers/:id/mails',
    access: 'owner',
    token: 'subscribers:read',
    summary: 'Which newsletters a subscriber was sent, the latest first, and what became of each',
    params: idParams,
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ subscriber_mails: many(subscriberMailResource), ...paged }),
  }),
  pauseDelivery: route({
    method: 'PUT',
    path: '/deliveries/:id/pause',
    access: 'member',
    token: 'newsletters:send',
    summary: 'Hold a delivery; what is on its way still arrives',
    params: idParams,
    status: 200,
    reply: deliveryReply,
  }),
  resumeDelivery: route({
    method: 'PUT',
    path: '/deliveries/:id/resume',
    access: 'member',
    token: 'newsletters:send',
    summary: 'Go on with a paused delivery',
    params: idParams,
    status: 200,
    reply: deliveryReply,
    needsPlan: true,
  }),
  cancelDelivery: route({
    method: 'PUT',
    path: '/deliveries/:id/cancel',
    access: 'member',
    token: 'newsletters:send',
    summary: 'End a delivery; who has not got it yet does not get it',
    params: idParams,
    status: 200,
    reply: deliveryReply,
    whileSuspended: true,
  }),
} as const;
