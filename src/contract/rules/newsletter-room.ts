/** How much a school may write. The operator grants more. Source: docs/requirements/calls.md 4. */

const MB = 1_000_000;

/** What all its newsletters may take with their history and editions, in bytes as the database keeps them, by whether it is on trial. */
export const NEWSLETTER_BYTES = { trial: 200 * MB, plan: 5000 * MB } as const;

/** How many it may begin, next issues included. */
export const NEW_NEWSLETTERS_PER_HOUR = 60;

export const NEWSLETTER_ROOM_MESSAGES = {
  full: 'Your school’s newsletters have used up their space. Please delete some that are no longer needed, or ask us for more',
  often: `Your school has begun ${NEW_NEWSLETTERS_PER_HOUR} newsletters within an hour. Please try again later`,
} as const;
