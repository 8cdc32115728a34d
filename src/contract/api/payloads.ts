import { z } from 'zod';
import { timestamp } from '#contract/resource.ts';
import type { PAYLOAD_TYPES } from './webhook-states.ts';

/**
 * What webhooks send: `POST`, JSON, signed as Standard Webhooks has it. Ids and no more than a receiver needs to ask further:
 * what it may ask is up to its API token.
 */

/** Of the payloads. A change that receivers would notice makes another one. */
export const PAYLOAD_VERSION = '1';

const newsletter = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Its public page; null while it has none. */
  url: z.url().nullable(),
});
/** The address, because that is what other programs know people by; no names, no groups. */
const subscriber = z.object({ id: z.uuid(), email: z.string() });

const DATA = {
  'newsletter.published': z.object({ newsletter }),
  'newsletter.unpublished': z.object({ newsletter }),
  /** Nobody is left to try but those whose mail server asks to wait. */
  'newsletter.sent': z.object({
    newsletter,
    delivery: z.object({ id: z.uuid(), sent: z.number(), failed: z.number(), waiting: z.number() }),
  }),
  'subscriber.joined': z.object({
    subscriber,
    /** `signed_up`: by themselves, also again; `added`: by the school; `imported`: from a file. */
    how: z.enum(['signed_up', 'added', 'imported']),
  }),
  'subscriber.left': z.object({
    subscriber,
    /** `unsubscribed`: by themselves; `complained`: called a mail spam; `removed`: by the school. */
    how: z.enum(['unsubscribed', 'complained', 'removed']),
  }),
  /** Mail no longer reaches the address; the person is still on the list. */
  'subscriber.bounced': z.object({ subscriber, reason: z.string() }),
  /** The button ‘Send a test’. */
  test: z.object({ message: z.string() }),
} as const;

export type PayloadType = (typeof PAYLOAD_TYPES)[number];
export type PayloadData<T extends PayloadType> = z.input<(typeof DATA)[T]>;

/** The body of a webhook of one type. */
export function payloadOf<const T extends PayloadType>(type: T) {
  return z.object({
    /** The same for every try and for ‘Send again’: a receiver that has seen it does nothing. */
    id: z.string(),
    type: z.literal(type),
    version: z.literal(PAYLOAD_VERSION),
    /** When it happened. */
    timestamp,
    data: DATA[type],
  });
}
