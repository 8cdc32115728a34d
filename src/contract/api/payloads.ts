import { z } from 'zod';
import { timestamp } from '#contract/resource.ts';
import type { PAYLOAD_TYPES } from './webhook-states.ts';

/**
 * The payloads of webhooks: `POST`, JSON, signed according to Standard Webhooks. They hold ids and only what a receiver
 * needs to ask for more: its API token decides what it may read.
 */

/** The version of the payloads. A change that receivers would notice raises it. */
export const PAYLOAD_VERSION = '1';

const newsletter = z.object({
  id: z.uuid(),
  title: z.string(),
  /** The newsletter's public page; null while it has none. */
  url: z.url().nullable(),
});
/** The address, because other programs know people by it; no names, no groups. */
const subscriber = z.object({ id: z.uuid(), email: z.string() });

const DATA = {
  'newsletter.published': z.object({ newsletter }),
  'newsletter.unpublished': z.object({ newsletter }),
  /** Sent when no recipients are left to try except those whose mail server asks to wait. */
  'newsletter.sent': z.object({
    newsletter,
    delivery: z.object({
      id: z.uuid(),
      sent: z.number(),
      failed: z.number(),
      /** Those of the failed whose mail may have arrived. */
      unconfirmed: z.number(),
      waiting: z.number(),
    }),
  }),
  'subscriber.joined': z.object({
    subscriber,
    /** `signed_up`: by the family, possibly not for the first time; `added`: by the school; `imported`: from a file. */
    how: z.enum(['signed_up', 'added', 'imported']),
  }),
  'subscriber.left': z.object({
    subscriber,
    /** `unsubscribed`: by the family; `complained`: by reporting a mail as spam; `removed`: by the school. */
    how: z.enum(['unsubscribed', 'complained', 'removed']),
  }),
  /** Mail no longer reaches the address; the person is still on the list. */
  'subscriber.bounced': z.object({ subscriber, reason: z.string() }),
  /** Sent by the button ‘Send a test’. */
  test: z.object({ message: z.string() }),
} as const;

export type PayloadType = (typeof PAYLOAD_TYPES)[number];
export type PayloadData<T extends PayloadType> = z.input<(typeof DATA)[T]>;

/** The body of a webhook of one type. */
export function payloadOf<const T extends PayloadType>(type: T) {
  return z.object({
    /** The same for every try and for ‘Send again’, so that a receiver can skip what it has seen. */
    id: z.string(),
    type: z.literal(type),
    version: z.literal(PAYLOAD_VERSION),
    /** The time of the event. */
    timestamp,
    data: DATA[type],
  });
}
