/**
 * How many mails to others a caller can trigger per hour and purpose, so that nobody uses up the capacity that others
 * need. `address`: the recipient's address; `mailbox`: the same without tags and dots
 * (`src/server/platform/mail/mailbox.ts`); `network`: the caller's IPv4 /24 or IPv6 /56; `page`: a school's public
 * pages; `total`: a circuit breaker for the whole program. Source: docs/requirements/threats.md 26, 45, 46.
 */
export const MAILS_PER_HOUR = {
  /** To an address for which an account is requested. */
  signUp: { network: 100, mailbox: 5, total: 500 },
  /** Goes to existing accounts only, so a limit per address is enough; a breaker could be tripped on purpose. */
  reset: { network: 100, address: 5 },
  invitation: { network: 200, mailbox: 5, total: 1000 },
  /** To an address that is signed up for a school's newsletters. */
  familySignUp: { network: 100, page: 300, address: 3, mailbox: 5, total: 1000 },
  /** To a family's new address. */
  familyMove: { network: 50, school: 100, address: 3, mailbox: 5, total: 300 },
  /** To the new address of a person or a member of staff. */
  newAddress: { network: 50, mailbox: 5, total: 300 },
  /** To the address that an owner gives for the school. */
  schoolEmail: { network: 50, school: 5, mailbox: 5, total: 300 },
  /** About changes to an account, made by its holder or the school. */
  notice: { mailbox: 10 },
  test: { school: 100, mailbox: 20 },
  /** To a colleague named in a note. */
  mention: { school: 200, mailbox: 20 },
  /** About a part of a newsletter: its assignment and its reminder. */
  part: { school: 200, mailbox: 20 },
  /** Requests for approval, and their answers. */
  approval: { school: 100, mailbox: 20 },
  /** About the outcome of something that was planned for a time. */
  timing: { school: 100, mailbox: 20 },
  /** About the outcome of an issue of the rhythm. */
  rhythm: { school: 200, mailbox: 20 },
} as const satisfies Record<
  string,
  Partial<Record<'network' | 'school' | 'page' | 'address' | 'mailbox' | 'total', number>>
>;
export type MailPurpose = keyof typeof MAILS_PER_HOUR;

/**
 * Once strangers have used up the shared limits (`page`, `total`), the first mails of each network still go out, until
 * all mails together reach this multiple of the limits. This way, a few networks cannot keep everybody else from
 * signing up.
 */
export const SHARED_MAILS = { ofNetwork: 3, times: 4 } as const;

/** How often per hour an owner may change the address of one person, and of all people together. */
export const ADDRESS_CHANGES_PER_HOUR = { ofPerson: 3, ofSchool: 20 } as const;
/** How often per hour a person may request a new address for their own account. */
export const OWN_ADDRESS_CHANGES_PER_HOUR = 10;
/** How many colleagues a person's notes may name per hour: each gets a mail. */
export const MENTIONS_PER_HOUR = 30;
/** Invitations per school and hour. Source: docs/requirements/calls.md 6.2. */
export const INVITATIONS_PER_HOUR = 100;
/** Invitations per day of a school on trial, which has not paid and can choose any recipients. */
export const TRIAL_INVITATIONS_PER_DAY = 50;
