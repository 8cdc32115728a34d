/** What receiving mail servers and mail providers report about a mail after it was handed over. */

/**
 * What a report says of a family, the weakest first: a later one counts if it says more.
 * - `full`: the mailbox is full. `blocked`: refused because of who sends, or of the mail. Neither ever counts.
 * - `soft`: given up for now. Five newsletters in a row stop the mails to an address.
 * - `gone`: the address does not exist or takes no mail. It stops at once.
 * - `complaint`: its reader called a newsletter spam, and has left the list by that.
 */
export const MAIL_REPORTS = ['full', 'blocked', 'soft', 'gone', 'complaint'] as const;
export type MailReport = (typeof MAIL_REPORTS)[number];

/** The reports as a family's mails show them. */
export const REPORT_LABELS = {
  full: 'Sent, but the mailbox was full',
  blocked: 'Sent, but the receiving mail server did not want it',
  soft: 'Sent, but it came back',
  gone: 'Sent, but it came back: the address does not exist or takes no mail',
  complaint: 'Sent, and called spam',
} as const satisfies Record<MailReport, string>;

/** So many newsletters in a row that came back stop the mails to an address. */
export const SOFT_IN_A_ROW = 5;

/** Why an address gets nothing although its family is subscribed. */
export const BOUNCE_KINDS = ['gone', 'repeated'] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];
