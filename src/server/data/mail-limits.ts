import { MAILS_PER_HOUR, type MailPurpose } from '#contract/rules/mail-limits.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { countTry, networkKey } from '#server/platform/http/attempts.ts';
import { tooMany } from '#server/platform/http/errors.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';

/** Where a mail goes, and who causes it. */
export interface MailCause {
  readonly to: string;
  /** The caller's address; none where the mail is not a call's immediate work. */
  readonly ip?: string;
  readonly schoolId?: string;
}

// Whoever has used up their own count does not use up that of others.
const ORDER = ['network', 'school', 'address', 'mailbox', 'total'] as const;

type Whose = (typeof ORDER)[number];
const HAD_ITS_FILL = {
  network: 'A network has used up the mails that its callers may cause within an hour',
  total:
    'All mails of this kind that the program sends within an hour are used up: nobody gets one until then',
} as const satisfies Partial<Record<Whose, string>>;

/**
 * Counts a mail that somebody causes by all that limits its purpose; false where it may not go. The caller of a call is
 * not told: see docs/requirements/calls.md 6.1. Not within a transaction that counts several: the counters' rows stay locked until its end.
 */
export async function mayMail(context: AppContext, purpose: MailPurpose, cause: MailCause): Promise<boolean> {
  return (await countMail(context, purpose, cause)) === null;
}

/** The same for a mail that the caller asks for and nobody else learns of; throws the 429 when it is one too many. */
export async function requireMail(
  context: AppContext,
  purpose: MailPurpose,
  cause: MailCause,
): Promise<void> {
  const retryAfterSeconds = await countMail(context, purpose, cause);
  if (retryAfterSeconds !== null) throw tooMany(retryAfterSeconds);
}

/** Null where the mail may go, else in how many seconds. */
async function countMail(
  context: AppContext,
  purpose: MailPurpose,
  cause: MailCause,
): Promise<number | null> {
  const limits: Partial<Record<Whose, number>> = MAILS_PER_HOUR[purpose];
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
    const { allowed, count, retryAfterSeconds } = await countTry(context, limit, [who]);
    if (allowed) continue;
    // The first of its hour alone, so that who floods us does not flood the log.
    if ((by === 'network' || by === 'total') && count === max + 1)
      context.warn({ mails: purpose, max, ...(by === 'network' && { network: who }) }, HAD_ITS_FILL[by]);
    return retryAfterSeconds;
  }
  return null;
}
