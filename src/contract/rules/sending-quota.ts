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

/** On how many days so many addresses are written to, of which some go at once. */
export function daysToSend(addresses: number, left: number, perDay: number): number {
  const rest = Math.max(0, addresses - left);
  return (left > 0 ? 1 : 0) + Math.ceil(rest / perDay);
}
