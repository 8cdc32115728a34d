/** The reports of receiving mail servers and mail providers about a mail after it was handed over. */

/**
 * The reports about a family's mail, the weakest first: a later report replaces a weaker one.
 * - `full`: the mailbox is full. `blocked`: refused because of the sender or the content. Neither counts
 *   against the address.
 * - `soft`: given up for now. Five newsletters in a row stop the mails to an address.
 * - `gone`: the address does not exist or takes no mail. The mails stop at once.
 * - `complaint`: the reader reported a newsletter as spam, which unsubscribed them.
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

/** How many newsletters in a row must come back to stop the mails to an address. */
export const SOFT_IN_A_ROW = 5;

/** Why an address gets no mail although its family is subscribed. */
export const BOUNCE_KINDS = ['gone', 'repeated'] as const;
export type BounceKind = (typeof BOUNCE_KINDS)[number];
