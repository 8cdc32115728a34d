import type { MailReport } from '#contract/mail/bounces.ts';

/** What a mail server's refusal says of an address. Pure. Source: RFC 3463, RFC 5248, and the big providers' lists of replies. */

export type RefusalKind = Exclude<MailReport, 'complaint'>;

/** A server's reply in one line, and the status of a report (`5.1.1`), which may be less exact than the reply. */
export interface Refusal {
  readonly said: string;
  readonly status?: string | undefined;
}

// Three numbers, not four, which are an address of the Internet.
const STATUS = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/;
const REPLY = /(?:^|[\s;:'"])([45])\d\d[ -]/;

const FULL =
  /\bquota\b|(?:mailbox|inbox|maildir|account|user|storage)\b.{0,30}\b(?:full|exceeded)|full mailbox|insufficient (?:system )?storage/i;
const BLOCKED =
  /spam|\bblock|black ?list|\bbanned\b|reputation|polic(?:y|ies)|\bdmarc\b|\bspf\b|\bdkim\b|\bs31[45]0\b|\[ts[s]?\d+\]|rate ?limit|too many|too (?:fast|quickly)|unsolicited|\blisted (?:at|in|by|on)\b|junk|virus/i;
const GONE =
  /(?:user|recipient|address|mailbox|account)s? (?:is )?(?:unknown|not found|unavailable|disabled|inactive|not valid|invalid|rejected)|(?:unknown|invalid|no such|non-?existent|bad destination) (?:user|recipient|address|mailbox|account|person|domain)|(?:does not|doesn['’]t) (?:exist|have an? \S+ account)|no mailbox|recipient ?not ?found|host (?:or domain name )?not found|non-?existent ?domain/i;

/**
 * The kind of a refusal. In doubt it is `soft`, which stops an address only after several: a family that is missed is worse than
 * a mail too many.
 */
export function kindOfRefusal({ said, status = '' }: Refusal): RefusalKind {
  const code = codeOf(said) ?? codeOf(status);
  const isFinal = code === null ? REPLY.exec(said)?.[1] === '5' : code.isFinal;
  return (code === null ? null : kindByCode(code, said)) ?? kindByWords(said, isFinal);
}

/** Google's and Microsoft's codes, Yahoo's and Apple's marks: each names the sender's rate, not a reader or a mail. */
const SLOW_DOWN = /\b4\.7\.(?:28|[56]\d\d)\b|\bRP-00\d\b|\[(?:TSS?|CS|HS)\d+\]|\bunusual rate of\b/i;

/** Whether a reply asks to be sent fewer mails for a time, as the large receivers say it. */
export function asksToSlowDown(said: string): boolean {
  return REPLY.exec(` ${said}`)?.[1] === '4' && SLOW_DOWN.test(said);
}

interface Code {
  readonly isFinal: boolean;
  readonly subject: number;
  readonly detail: number;
}

// `x.0.0` says nothing.
function codeOf(text: string): Code | null {
  const [, level, subject, detail] = STATUS.exec(text) ?? [];
  if (subject === undefined || (subject === '0' && detail === '0')) return null;
  return { isFinal: level === '5', subject: Number(subject), detail: Number(detail) };
}

/** Addresses: 1.7 and 1.8 are about the sender's. */
const OF_ADDRESS: Readonly<Record<number, RefusalKind>> = {
  1: 'gone',
  2: 'gone',
  3: 'gone',
  6: 'gone',
  7: 'blocked',
  8: 'blocked',
  10: 'gone',
};
/** Mailboxes: disabled, full, and a mail that is too long. */
const OF_MAILBOX: Readonly<Record<number, RefusalKind>> = { 1: 'gone', 2: 'full', 3: 'blocked' };
/** Networks: no such host, and a limit of the sender's own provider. Microsoft's 310 is a domain that does not exist. */
const OF_NETWORK: Readonly<Record<number, RefusalKind>> = { 4: 'gone', 5: 'blocked', 310: 'gone' };
/** Policies whose reason is the reader's account: disabled, or in other hands by now (RFC 7293). */
const OF_POLICY: Readonly<Record<number, RefusalKind>> = { 13: 'gone', 17: 'gone', 18: 'gone' };

// Null: the words decide.
function kindByCode({ isFinal, subject, detail }: Code, said: string): RefusalKind | null {
  if (subject === 5 || subject === 6) return 'blocked';
  // Some write a full mailbox as a policy.
  if (subject === 7) return ifFinal(OF_POLICY[detail] ?? (FULL.test(said) ? 'full' : 'blocked'), isFinal);
  // Microsoft's answer for an address that its directory does not have.
  if (subject === 4 && detail === 1 && isFinal && /access denied/i.test(said)) return 'gone';
  if (subject === 3 && detail === 4) return 'blocked';
  const known = subject === 1 ? OF_ADDRESS : subject === 2 ? OF_MAILBOX : subject === 4 ? OF_NETWORK : {};
  const kind = known[detail];
  return kind === undefined ? null : ifFinal(kind, isFinal);
}

function kindByWords(said: string, isFinal: boolean): RefusalKind {
  if (FULL.test(said)) return 'full';
  if (BLOCKED.test(said)) return 'blocked';
  return GONE.test(said) ? ifFinal('gone', isFinal) : 'soft';
}

// 'Not now' about an address says nothing of tomorrow.
function ifFinal(kind: RefusalKind, isFinal: boolean): RefusalKind {
  return kind === 'gone' && !isFinal ? 'soft' : kind;
}
