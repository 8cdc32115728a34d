/** The limits on a school's newsletters. The operator can raise them. Source: docs/requirements/calls.md 4. */

const MB = 1_000_000;

/** The size of all its newsletters with their history and editions, in bytes as stored in the database, on trial and on a plan. */
export const NEWSLETTER_BYTES = { trial: 200 * MB, plan: 5000 * MB } as const;

/** How many newsletters a school may begin per hour, next issues included. */
export const NEW_NEWSLETTERS_PER_HOUR = 60;

export const NEWSLETTER_ROOM_MESSAGES = {
  full: 'Your school’s newsletters have used up their space. Please delete some that are no longer needed, or ask us for more',
  often: `Your school has begun ${NEW_NEWSLETTERS_PER_HOUR} newsletters within an hour. Please try again later`,
} as const;
