import { DAY_MS } from '#newsletter/values/durations.ts';

/**
 * How many recipients a school may have per day: on trial, and at first as a paying or trusted school.
 * Source: docs/requirements/threats.md 45.
 */
export const TRIAL_MAILS_PER_DAY = 200;
export const PAID_MAILS_PER_DAY = 5000;
/** Without problems, the quota grows to this multiple of what the school sent within these days. */
export const QUOTA_GROWTH = { times: 2, days: 30 } as const;
/** Sending stops for the day when at least this share, and this number, of the day's addresses do not exist. */
const BOUNCE_STOP = { share: 0.05, least: 10 } as const;

/** Whether too many of today's addresses bounced to keep sending. */
export function isBounceStop({
  tried,
  bounced,
}: {
  readonly tried: number;
  readonly bounced: number;
}): boolean {
  return bounced >= BOUNCE_STOP.least && bounced >= BOUNCE_STOP.share * tried;
}

/** How a delivery is spread over days: recipients on the first day, on later days, and not reached at all. */
export interface SendingSpread {
  readonly first: number;
  readonly later: number;
  /** The number of days after the first one. */
  readonly laterDays: number;
  /** Recipients not reached before `until`. */
  readonly waiting: number;
}

/**
 * Spreads addresses over days: `remaining` go at `from`, then `perDay` every 24 hours, none at or after `until` (null: no
 * end).
 */
export function spreadSending({
  addresses,
  remaining,
  perDay,
  from,
  until,
}: {
  readonly addresses: number;
  readonly remaining: number;
  readonly perDay: number;
  readonly from: Date;
  readonly until: Date | null;
}): SendingSpread {
  const first = Math.min(addresses, remaining);
  const rest = addresses - first;
  const needed = Math.ceil(rest / perDay);
  const available = until === null ? needed : Math.ceil((until.getTime() - from.getTime()) / DAY_MS) - 1;
  const laterDays = Math.min(needed, Math.max(0, available));
  const later = Math.min(rest, laterDays * perDay);
  return { first, later, laterDays, waiting: rest - later };
}
