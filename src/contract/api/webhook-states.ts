/** The events that webhooks report, and the states of a delivery. */

export const WEBHOOK_EVENTS = [
  'newsletter.published',
  'newsletter.unpublished',
  'newsletter.sent',
  'subscriber.joined',
  'subscriber.left',
  'subscriber.bounced',
] as const;

/** `test` is only sent by a button. */
export const PAYLOAD_TYPES = [...WEBHOOK_EVENTS, 'test'] as const;

/** `waiting`: another try is due. `failed`: every try failed. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/** The reasons for getting no answer. */
export const NO_ANSWER = ['private', 'unknown_host', 'refused', 'certificate', 'too_slow', 'broken'] as const;
