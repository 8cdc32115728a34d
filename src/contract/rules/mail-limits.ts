/**
 * How many mails people can cause to others within an hour, by what for, so that nobody uses up what another one needs.
 * `address` is what the mail is sent to, `mailbox` the same without tags and dots (`src/server/platform/mail/mailbox.ts`), `network` the
 * caller's IPv4 /24 or IPv6 /56, `total` a circuit breaker for the whole program. Source: docs/requirements/threats.md 26, 45, 46.
 */
export const MAILS_AN_HOUR = {
  /** To whoever is said to want an account. */
  signUp: { network: 100, mailbox: 5, total: 500 },
  /** To accounts alone, so there is nobody to protect but their holders: their own count, and no breaker to trip. */
  reset: { network: 100, address: 5 },
  invitation: { network: 200, mailbox: 5, total: 1000 },
  /** To an address that somebody says is theirs now, or a colleague's. */
  newAddress: { network: 50, mailbox: 5, total: 300 },
  /** To what an owner says is the school's address. */
  schoolEmail: { network: 50, school: 5, mailbox: 5, total: 300 },
  /** About what was done with an account, by its holder or the school. */
  notice: { mailbox: 10 },
  test: { school: 100, mailbox: 20 },
} as const satisfies Record<
  string,
  Partial<Record<'network' | 'school' | 'address' | 'mailbox' | 'total', number>>
>;
/** What a mail is for. */
export type MailPurpose = keyof typeof MAILS_AN_HOUR;

/** How often an owner may change where somebody is written to, within an hour: one of the people, and all of them. */
export const ADDRESS_CHANGES_AN_HOUR = { ofPerson: 3, ofSchool: 20 } as const;
/** How often a person may ask for another address of their own within an hour. */
export const OWN_ADDRESS_CHANGES_AN_HOUR = 10;
/** Invitations of one school within an hour. Source: docs/requirements/calls.md 6.2. */
export const INVITATIONS_AN_HOUR = 100;
/** Invitations of a school on trial within a day: nobody has paid for it, and they go to whom it names. */
export const TRIAL_INVITATIONS_A_DAY = 50;
