import { GIVE_UP_MS } from '#contract/deliveries.ts';
import { type MailReport, SOFT_IN_A_ROW } from '#contract/mail/bounces.ts';

/** A mail to a subscriber, and the report about it; null without one. */
export interface TriedMail {
  readonly report: MailReport | null;
  readonly triedAt: Date;
}

/**
 * Whether the last newsletters came back, five in a row. Full mailboxes and blocks neither count nor end the row. A newer mail without
 * a report ends it only after some days, for which mail servers keep trying. Pure; the newest first.
 */
export function comesBackInARow(mails: readonly TriedMail[], now: Date): boolean {
  const counting = mails.filter(({ report }) => report !== 'full' && report !== 'blocked');
  const isOpen = ({ report, triedAt }: TriedMail) =>
    report === null && now.getTime() - triedAt.getTime() < GIVE_UP_MS;
  const first = counting.findIndex((mail) => !isOpen(mail));
  const row = first === -1 ? [] : counting.slice(first, first + SOFT_IN_A_ROW);
  return row.length === SOFT_IN_A_ROW && row.every(({ report }) => report === 'soft');
}
