/** What webhooks tell, and how that stands. */

export const WEBHOOK_EVENTS = [
  'newsletter.published',
  'newsletter.unpublished',
  'newsletter.sent',
  'subscriber.joined',
  'subscriber.left',
  'subscriber.bounced',
] as const;

/** `test` is sent by a button only. */
export const PAYLOAD_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;

/** `waiting`: a try is to come. `failed`: all were in vain. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** Why there was no answer. */
export const NO_ANSWER = ['private', 'unknown_host', 'refused', 'certificate', 'too_slow', 'broken'] as const;
