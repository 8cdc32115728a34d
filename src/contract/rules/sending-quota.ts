import { DAY_MS } from '#newsletter/values/durations.ts';

/**
 * How many addresses a school's newsletters go to within a day. A school on trial has what TRIAL_MAILS_PER_DAY says; one
 * that pays, or that the operator trusts, begins with the second number. Source: docs/requirements/threats.md 45.
 */
export const TRIAL_MAILS_PER_DAY = 200;
export const PAID_MAILS_PER_DAY = 5000;
/** With a clean record, it may send to as many times what it sent in these days. */
export const QUOTA_GROWTH = { times: 2, days: 30 } as const;
/** Where this share of a day's addresses does not exist, and at least so many, nothing more goes out that day. */
const BOUNCE_STOP = { share: 0.05, least: 10 } as const;

/** Whether a school's list is too bad to go on with. */
export function isBounceStop({
  tried,
  bounced,
}: {
  readonly tried: number;
  readonly bounced: number;
}): boolean {
  return bounced >= BOUNCE_STOP.least && bounced >= BOUNCE_STOP.share * tried;
}

/** How a sending is spread over days: what goes at once, what on how many later days, and what is left for good. */
export interface Spread {
  readonly first: number;
  readonly later: number;
  /** Days after the first one. */
  readonly laterDays: number;
  /** Not written to before `until`. */
  readonly waiting: number;
}

/**
 * Spreads addresses over days: `left` of them go at `from`, then `perDay` every 24 hours, but none at `until` or after it
 * (null: no end).
 */
export function spreadSending({
  addresses,
  left,
  perDay,
  from,
  until,
}: {
  readonly addresses: number;
  readonly left: number;
  readonly perDay: number;
  readonly from: Date;
  readonly until: Date | null;
}): Spread {
  const first = Math.min(addresses, left);
  const rest = addresses - first;
  const needed = Math.ceil(rest / perDay);
  const there = until === null ? needed : Math.ceil((until.getTime() - from.getTime()) / DAY_MS) - 1;
  const laterDays = Math.min(needed, Math.max(0, there));
  const later = Math.min(rest, laterDays * perDay);
  return { first, later, laterDays, waiting: rest - later };
}
