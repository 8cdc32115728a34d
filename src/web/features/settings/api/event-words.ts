import type { NO_ANSWER, PAYLOAD_TYPES } from '#contract/api/webhook-states.ts';

/** The events that a webhook can get. */
export const EVENT_WORDS = {
  'newsletter.published': 'A newsletter is published',
  'newsletter.unpublished': 'A newsletter is unpublished',
  'newsletter.sent': 'A newsletter is sent',
  'subscriber.joined': 'A family joins the list',
  'subscriber.left': 'A family leaves the list',
  'subscriber.bounced': 'Mail to a family comes back',
  test: 'Test',
} as const satisfies Record<(typeof PAYLOAD_TYPES)[number], string>;

/** Why there was no answer. */
export const NO_ANSWER_WORDS = {
  private: 'Not on the public internet',
  unknown_host: 'No such host',
  refused: 'No connection',
  certificate: 'Wrong certificate',
  too_slow: 'No answer in 10 seconds',
  broken: 'The connection broke off',
} as const satisfies Record<(typeof NO_ANSWER)[number], string>;
