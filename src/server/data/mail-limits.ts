import { MAILS_PER_HOUR, type MailPurpose, SHARED_MAILS } from '#contract/rules/mail-limits.ts';
import { HOUR_MS } from '#newsletter/values/durations.ts';
import type { AppContext } from '#server/context.ts';
import { countTry, networkKey } from '#server/platform/http/attempts.ts';
import { tooMany } from '#server/platform/http/errors.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';

/** The recipient and the cause of a mail: the keys that its limits count by. */
export interface MailCause {
  readonly to: string;
  /** The caller's IP address. Absent if no call causes the mail directly. */
  readonly ip?: string;
  readonly schoolId?: string;
}

// From narrow to wide, so that a caller over their own limit does not use up a shared one.
const SCOPES = ['network', 'school', 'page', 'address', 'mailbox', 'total'] as const;
const SHARED = ['page', 'total'] as const satisfies readonly LimitScope[];

type LimitScope = (typeof SCOPES)[number];
const LIMIT_REACHED = {
  network: 'A network has used up the mails that its callers may cause within an hour',
  page: 'All mails that a school’s page may cause within an hour are used up: networks that have caused few get theirs still',
  total:
    'All mails of this kind that the program sends within an hour are used up: networks that have caused few get theirs still',
} as const satisfies Partial<Record<LimitScope, string>>;

function isWarned(by: LimitScope): by is keyof typeof LIMIT_REACHED {
  return by in LIMIT_REACHED;
}

function isShared(by: LimitScope): boolean {
  return SHARED.some((each) => each === by);
}

/**
 * Counts a mail against all limits of its purpose. False: it must not be sent, and the caller must not learn of it (see
 * docs/requirements/calls.md 6.1). Do not count several mails in one transaction: it would lock the counters until its end.
 */
export async function mayMail(context: AppContext, purpose: MailPurpose, cause: MailCause): Promise<boolean> {
  return (await countMail(context, purpose, cause)) === null;
}

/** Like `mayMail`, for a mail that callers send to themselves. Throws the 429 when the limit is exceeded. */
export async function requireMail(
  context: AppContext,
  purpose: MailPurpose,
  cause: MailCause,
): Promise<void> {
  const retryAfterSeconds = await countMail(context, purpose, cause);
  if (retryAfterSeconds !== null) throw tooMany(retryAfterSeconds);
}

/** Null if the mail may be sent, otherwise the seconds to wait. */
async function countMail(
  context: AppContext,
  purpose: MailPurpose,
  cause: MailCause,
): Promise<number | null> {
  const limits: Partial<Record<LimitScope, number>> = MAILS_PER_HOUR[purpose];
  const keys = {
    network: cause.ip && networkKey(cause.ip),
    school: cause.schoolId,
    page: cause.schoolId,
    address: cause.to,
    mailbox: mailboxOf(cause.to),
    total: 'all',
  };
  let ofNetwork = Number.POSITIVE_INFINITY;
  for (const by of SCOPES) {
    const max = limits[by];
    const key = keys[by];
    if (max === undefined || key === undefined) continue;
    const limit = { name: `mail-${purpose}-${by}`, max, windowMs: HOUR_MS };
    const { allowed, count, retryAfterSeconds } = await countTry(context, limit, [key]);
    if (by === 'network') ofNetwork = count;
    if (allowed) continue;
    // Warns once per window, so that a flood of calls does not flood the log.
    if (isWarned(by) && count === max + 1)
      context.warn({ mails: purpose, max, ...(by === 'network' && { network: key }) }, LIMIT_REACHED[by]);
    const isFew = ofNetwork <= SHARED_MAILS.ofNetwork && count <= max * SHARED_MAILS.times;
    if (isShared(by) && isFew) continue;
    return retryAfterSeconds;
  }
  return null;
}
