import { MAILS_AN_HOUR, type MailPurpose } from '#contract/mail-limits.ts';
import type { House } from './house.ts';
import { countTry, HOUR_MS, networkKey } from './http/attempts.ts';
import { mailboxOf } from './mailbox.ts';

/** Where a mail goes, and who causes it. */
export interface MailCause {
  readonly to: string;
  /** The caller's address; none where the mail is not a call's immediate work. */
  readonly ip?: string;
  readonly schoolId?: string;
}

// Whoever has used up their own count does not use up that of others.
const ORDER = ['network', 'school', 'address', 'mailbox', 'total'] as const;

/**
 * Counts a mail that somebody causes by all that limits its purpose; false where it may not go. The caller of a call is
 * not told: see design/api.md. Not within a transaction that counts several: the counters' rows stay locked until its end.
 */
export async function mayMail(house: House, purpose: MailPurpose, cause: MailCause): Promise<boolean> {
  const limits: Partial<Record<(typeof ORDER)[number], number>> = MAILS_AN_HOUR[purpose];
  const whose = {
    network: cause.ip && networkKey(cause.ip),
    school: cause.schoolId,
    address: cause.to,
    mailbox: mailboxOf(cause.to),
    total: 'all',
  };
  for (const by of ORDER) {
    const max = limits[by];
    const who = whose[by];
    if (max === undefined || who === undefined) continue;
    const limit = { name: `mail-${purpose}-${by}`, max, windowMs: HOUR_MS };
    if (!(await countTry(house, limit, [who])).allowed) return false;
  }
  return true;
}
