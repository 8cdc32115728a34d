import { z } from 'zod';
import { FIELD_MESSAGES } from '#contract/fields.ts';
import { idParams, many, paged, paging, resource, single, timestamp } from '#contract/resource.ts';
import { route } from '#contract/route.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { DELIVERY_STATES, NO_ANSWER, PAYLOAD_TYPES, WEBHOOK_EVENTS } from './webhook-states.ts';

/** Webhooks notify the school's own programs of events at once. */

export const WEBHOOKS_MAX = 5;
/** The limits for tests and repeated deliveries of a school. Each test is kept for `DELIVERIES_KEPT_MS`. */
export const WEBHOOK_TESTS = { perMinute: 10, perDay: 100 } as const;
const URL_MAX = 2000;
/** The waits before each further try, starting with the second: eight tries in about three days. */
export const RETRY_WAITS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  8 * HOUR_MS,
  24 * HOUR_MS,
  36 * HOUR_MS,
] as const;
/** How long an old secret still signs, beside the new one, in milliseconds. */
export const OLD_SECRET_MS = DAY_MS;
/** How long the school can see past deliveries, in milliseconds. */
export const DELIVERIES_KEPT_MS = 30 * DAY_MS;

export const WEBHOOK_MESSAGES = {
  url: 'An address with https:// is required, without a name, a password or a part after #',
  long: `An address may have ${URL_MAX} characters at most`,
  port: 'The address may name no port: webhooks go to 443',
  private: 'This address is not on the public internet',
  events: 'Please choose the events that are sent to it',
  full: `Your school has ${WEBHOOKS_MAX} webhooks. Please remove one that is no longer needed`,
  off: 'This webhook is switched off. Please switch it on first',
  tests: `You can send ${WEBHOOK_TESTS.perMinute} a minute. Please wait a moment`,
  testsOfDay: `You can send ${WEBHOOK_TESTS.perDay} a day. Please go on tomorrow`,
  whileOff: 'Nothing is sent to it until you switch it on, and what happens meanwhile is not sent later',
} as const;

// No name, password or fragment: credentials would appear in lists and logs, a fragment is never sent.
const PLAIN_ADDRESS = /^https?:\/\/[^/?#@\s]+(?:[/?][^#\s]*)?$/i;
const url = z
  .string(FIELD_MESSAGES.required)
  .max(URL_MAX, WEBHOOK_MESSAGES.long)
  .transform((text) => text.trim())
  .pipe(z.url({ protocol: /^https?$/, error: WEBHOOK_MESSAGES.url, abort: true }))
  .pipe(z.string().regex(PLAIN_ADDRESS, WEBHOOK_MESSAGES.url));
const events = z
  .array(z.enum(WEBHOOK_EVENTS, WEBHOOK_MESSAGES.events), FIELD_MESSAGES.required)
  .min(1, WEBHOOK_MESSAGES.events)
  .max(WEBHOOK_EVENTS.length, WEBHOOK_MESSAGES.events)
  .transform((given) => WEBHOOK_EVENTS.filter((event) => given.includes(event)));

export const webhookForm = z.strictObject({ url, events });
export const webhookChanges = z.strictObject({
  url: url.optional(),
  events: events.optional(),
  is_on: z.boolean().optional(),
});

export const webhookResource = resource(
  'webhook',
  z.object({
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    created_at: timestamp,
    /** Until when the old secret also signs. */
    old_secret_until: timestamp.nullable(),
    /** Since when no delivery has succeeded. */
    failing_since: timestamp.nullable(),
    /** Since when it is switched off; null while it is on. */
    off_since: timestamp.nullable(),
    /** Whether the program switched it off: it had failed for a long time, or its receiver answered that it no longer exists. */
    is_off_by_failure: z.boolean(),
  }),
);
export type Webhook = z.infer<typeof webhookResource>;

export const webhookDeliveryResource = resource(
  'webhook_delivery',
  z.object({
    event: z.enum(PAYLOAD_TYPES),
    state: z.enum(DELIVERY_STATES),
    /** The body exactly as it is signed. */
    body: z.string(),
    created_at: timestamp,
    tries: z.number(),
    last_tried_at: timestamp.nullable(),
    /** The status of the last try; null if there was no answer. */
    status_code: z.number().nullable(),
    no_answer: z.enum(NO_ANSWER).nullable(),
    /** The beginning of an answer that reported an error. */
    answer: z.string(),
    milliseconds: z.number().nullable(),
    /** When the next try is due. */
    next_try_at: timestamp.nullable(),
  }),
);
export type WebhookDelivery = z.infer<typeof webhookDeliveryResource>;

const withSecret = z.object({ secret: z.string(), webhook: single(webhookResource) });
const ofWebhook = { access: 'owner', params: idParams } as const;

export const webhookRoutes = {
  listWebhooks: route({
    method: 'GET',
    path: '/webhooks',
    access: 'owner',
    summary: 'The school’s webhooks, the oldest first; never their secrets',
    status: 200,
    reply: z.object({ webhooks: many(webhookResource) }),
  }),
  createWebhook: route({
    method: 'POST',
    path: '/webhooks',
    access: 'owner',
    sudo: true,
    needsOpenSchool: true,
    summary: 'Add a webhook; answers with the secret that signs it, once',
    body: webhookForm,
    status: 201,
    reply: withSecret,
  }),
  updateWebhook: route({
    ...ofWebhook,
    method: 'PATCH',
    path: '/webhooks/:id',
    sudo: true,
    needsOpenSchool: true,
    summary:
      'Change a webhook’s address or events, or switch it off or on. What happens while it is off is not sent later',
    body: webhookChanges,
    status: 200,
    reply: z.object({ webhook: single(webhookResource) }),
  }),
  removeWebhook: route({
    ...ofWebhook,
    method: 'DELETE',
    path: '/webhooks/:id',
    sudo: true,
    whileSuspended: true,
    summary: 'Remove a webhook, with what it has delivered',
    status: 204,
  }),
  renewSecret: route({
    ...ofWebhook,
    method: 'POST',
    path: '/webhooks/:id/secret',
    sudo: true,
    needsOpenSchool: true,
    summary: 'A new secret; answers with it, once. The old one signs as well for a day',
    status: 200,
    reply: withSecret,
  }),
  testWebhook: route({
    ...ofWebhook,
    method: 'POST',
    path: '/webhooks/:id/test',
    needsOpenSchool: true,
    summary: 'Send a test to a webhook',
    status: 202,
    reply: z.object({ webhook_delivery: single(webhookDeliveryResource) }),
  }),
  listWebhookDeliveries: route({
    ...ofWebhook,
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'What was sent to a webhook in the last 30 days, the newest first',
    query: z.strictObject(paging),
    status: 200,
    reply: z.object({ webhook_deliveries: many(webhookDeliveryResource), ...paged }),
  }),
  sendWebhookAgain: route({
    ...ofWebhook,
    method: 'PUT',
    path: '/webhook_deliveries/:id/again',
    needsOpenSchool: true,
    summary: 'Send what was delivered, or could not be, once more, with the same id',
    status: 200,
    reply: z.object({ webhook_delivery: single(webhookDeliveryResource) }),
  }),
} as const;
