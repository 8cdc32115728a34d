import type { MailReport } from '#contract/mail/bounces.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#newsletter/values/durations.ts';

/**
 * Finds out what a mail server's refusal is about, at once or in a later report. Pure. Source: RFC 3463, RFC 5248, and
 * the big providers' lists of replies. Only `address` is about a family, so in doubt it is anything else.
 */

/**
 * - `address`: it does not exist, or takes no mail for good.
 * - `mailbox`: it is full, closed to us, or unreachable for now.
 * - `message`: this mail, because of its size or form.
 * - `sender`: we may not send, or not for this domain: unknown, unproven, relaying, a closed account.
 * - `quota`: we have sent as much as we may for a time.
 * - `reputation`: we, or our mails, are taken for spam.
 * - `unclear`: it does not say.
 */
export type RefusalAbout = 'address' | 'mailbox' | 'message' | 'sender' | 'quota' | 'reputation' | 'unclear';

/** A server's reply in one line, and the status of a report (`5.1.1`), which may be less exact than the reply. */
export interface MailRefusal {
  readonly response: string;
  readonly status?: string | undefined;
}

/** The topic of a refusal, and whether it is permanent (5xx). */
interface Verdict {
  readonly about: RefusalAbout;
  readonly isFinal: boolean;
}

// Three numbers, not four, which would be an IP address.
const STATUS = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?![\d.]*\d)/;
const REPLY = /(?:^|[\s;:'"])([45])\d\d[ -]/;
// Names contain words that are not the server's: '<spam@school.example>', 'https://policy.example/…', 'mx1.block.example'.
const NAMES = /https?:\S+|[^\s<>():]+@[^\s<>():]+|\b[\w-]*[a-z][\w-]*(?:\.[\w-]+){2,}\b/gi;

const FULL =
  /\bquota\b|(?:mailbox|inbox|maildir|account|user|storage)\b.{0,30}\b(?:full|exceeded)|full mailbox|out of storage|insufficient (?:system )?storage|postfach .{0,20}\bvoll\b|bo[iî]te .{0,40}pleine|buz[oó]n .{0,20}lleno|casella .{0,20}piena|caixa .{0,20}cheia|skrzynk\S* .{0,20}pe[lł]n|邮箱.{0,4}满/i;
const GONE =
  /(?:user|recipient|addressee?|mailbox|account)s? (?:is |has been )?(?:unknown|not found|unavailable|disabled|deactivated|inactive|closed|terminated|not valid|invalid|rejected(?!:))|address rejected\.?$|no longer (?:used|valid|exists|available|active|in use)|(?:unknown|invalid|no such|non-?existent|bad destination|undeliverable|unrouteable|unroutable|not a valid) (?:user|recipient|address|mailbox|account|person|domain)|(?:does not|doesn['’]t) (?:exist|have an? \S+ account)|no mailbox|recipient ?not ?found|(?:host|domain)(?: or domain)?(?: name)? not found|non-?existent ?domain|no such .{0,20}\bhere/i;

/** The words of each topic; the first match counts. The sender's quota comes before the mailbox's, which is a quota too. */
const WORDS: readonly (readonly [RefusalAbout, RegExp])[] = [
  [
    'mailbox',
    /receiving (?:e?mail|messages) (?:at a rate|too quickly)|SenderNotAuthenticatedFor|RESOLVER\.RST/i,
  ],
  [
    'quota',
    /SubmissionQuota|throttl|\byou(?:'ve| have)? (?:sent too many|(?:reached|exceeded|hit) .{0,40}\b(?:limit|quota|number|allowance))|\byour account .{0,20}exceeded|too many (?:messages|e?mails) (?:sent|today|per|from)|\b(?:daily|hourly|sending|submission|outgoing|outbound|relay|tenant|credits?|messaging|sent|send|thread)\b.{0,40}\b(?:limits?|quota|threshold|exceeded)\b|\b(?:exceed|reached|over)\w*\b.{0,60}\b(?:per|an?|each|every) (?:hour|day|minute)\b|\b(?:limit|maximum number)\b.{0,20}\b(?:for|of|on) (?:\w+ ){0,2}(?:recipients|messages|e?mails)\b/i,
  ],
  ['mailbox', FULL],
  [
    'message',
    /(?:message|mail|size|data).{0,20}(?:too (?:large|big|long)|exceeds?\b.{0,30}\b(?:size|limit|maximum))|(?:size|message) limit|lone CR|bare LF|line (?:is )?too long|malformed|contain\w* .{0,30}\b(?:links?|urls?)\b|\b(?:links?|urls?|uris?) .{0,30}(?:black|block) ?list|(?:black|block) ?listed (?:links?|urls?)|\b(?:surbl|uribl)/i,
  ],
  [
    'sender',
    /\bspf\b|\bdkim\b|\bdmarc\b|\brelay|rcpthosts|outbound sender|sender(?:'s)? (?:address |domain )?(?:is )?(?:rejected|denied|not (?:allowed|permitted|accepted|verified|owned)|verify failed|unknown|blocked)|(?:address|domain|identity) is not verified|unauthenticated|auth(?:entication|enticated)?\b.{0,20}\b(?:required|first|level|failed)|not (?:permitted|allowed|authori[sz]ed) to (?:send|relay)|sending (?:is )?(?:suspended|paused|disabled|blocked)|your account .{0,20}(?:suspended|blocked|disabled)|blocked from sending|\b(?:outgoing|outbound)\b|verify (?:the )?sender|unusual sending|(?:reverse|ptr|helo|ehlo)\b.{0,40}\b(?:dns|host ?name|record|rejected|lookup)|spoofing/i,
  ],
  [
    'reputation',
    /spam|\bblock|black ?list|\bbanned\b|reputation|polic(?:y|ies)|prohibit|intrusion|access denied|\bs31[45]0\b|\[(?:ts[s]?\d+|bl\d+)\]|rate ?limit|too many|too (?:fast|quickly)|unsolicited|\blisted (?:at|in|by|on)\b|junk|virus|infected|abus|suspicious|unusual rate|content (?:was )?rejected/i,
  ],
  ['address', GONE],
];

function aboutWords(response: string): RefusalAbout {
  const words = response.replace(NAMES, ' ').trim();
  return WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'unclear';
}

// Real replies are shorter. Searching a megabyte would block everybody else.
const JUDGED_MAX = 4000;

/** Judges a refusal. */
export function refusalOf({ response: full, status = '' }: MailRefusal): Verdict {
  const response = full.slice(0, JUDGED_MAX);
  const code = codeOf(response) ?? codeOf(status);
  const isFinal = code === null ? REPLY.exec(response)?.[1] === '5' : code.isFinal;
  const words = aboutWords(response);
  return { about: code === null ? words : aboutCode(code, words, response), isFinal };
}

interface Code {
  readonly isFinal: boolean;
  readonly subject: number;
  readonly detail: number;
}

// `x.0.0` means nothing.
function codeOf(text: string): Code | null {
  const [, level, subject, detail] = STATUS.exec(text) ?? [];
  if (subject === undefined || (subject === '0' && detail === '0')) return null;
  return { isFinal: level === '5', subject: Number(subject), detail: Number(detail) };
}

const DETAILS: Readonly<Record<RefusalAbout, readonly string[]>> = {
  // No such mailbox, domain or host; disabled, or now with another owner (RFC 7293).
  address: ['1.1', '1.2', '1.3', '1.6', '1.10', '2.1', '4.4', '4.310', '7.13', '7.17', '7.18'],
  // Full; for a list only, or for known senders only.
  mailbox: ['2.2', '2.4', '7.124', '7.129', '7.133', '7.134', '7.135', '7.136'],
  message: ['2.3', '3.4'],
  sender: [
    '1.7',
    '1.8',
    '7.20',
    '7.21',
    '7.22',
    '7.23',
    '7.24',
    '7.25',
    '7.26',
    '7.27',
    '7.30',
    '7.509',
    '7.515',
  ],
  quota: ['1.90', '4.5', '7.232', '7.233', '7.236', '7.705'],
  reputation: [],
  unclear: [],
};
const BY_DETAIL: ReadonlyMap<string, RefusalAbout> = new Map(
  (['address', 'mailbox', 'message', 'sender', 'quota'] as const).flatMap((about) =>
    DETAILS[about].map((detail) => [detail, about] as const),
  ),
);
/** Protocol, content, policy: used if neither detail nor words say more. */
const BY_SUBJECT: Readonly<Record<number, RefusalAbout>> = { 5: 'message', 6: 'message', 7: 'reputation' };

// Words say more than a code with several uses, but mean an address only together with a code that may mean one.
function aboutCode({ isFinal, subject, detail }: Code, words: RefusalAbout, response: string): RefusalAbout {
  const known = BY_DETAIL.get(`${subject}.${detail}`);
  if (known === 'address') {
    const isOther = words !== 'unclear' || /accept .*\bmessage\b/i.test(response);
    return isOther && !GONE.test(response) ? words : known;
  }
  if (known !== undefined) return known;
  // Microsoft's answer for an address that is not in its directory.
  if (subject === 4 && detail === 1 && isFinal && /access denied/i.test(response)) return 'address';
  const general = BY_SUBJECT[subject];
  if (general === undefined) return words;
  const isVague = words === 'unclear' || (words === 'address' && subject !== 5);
  return isVague ? general : words;
}

/** The kinds of late reports that a refusal can be. */
export type RefusalKind = Exclude<MailReport, 'complaint'>;

/**
 * The kind of report that a refusal amounts to. In doubt it is `soft`, which stops an address only after several:
 * losing a family is worse than sending a mail too many.
 */
export function kindOfRefusal(refusal: MailRefusal): RefusalKind {
  const { about, isFinal } = refusalOf(refusal);
  if (about === 'address') return isFinal ? 'gone' : 'soft';
  if (about === 'mailbox') return isFullMailbox(refusal) ? 'full' : 'soft';
  return about === 'unclear' ? 'soft' : 'blocked';
}

/** Whether a refusal says that the reader's mailbox is full: it may be emptied. */
export function isFullMailbox(refusal: MailRefusal): boolean {
  const { response: whole, status = '' } = refusal;
  const response = whole.slice(0, JUDGED_MAX);
  const code = codeOf(response) ?? codeOf(status);
  const isFull = FULL.test(response) || (code?.subject === 2 && code.detail === 2);
  return isFull && refusalOf(refusal).about === 'mailbox';
}

/** Google's and Microsoft's codes, Yahoo's and Apple's marks: each is about the sender's rate, not about a reader or a mail. */
const SLOW_DOWN = /\b4\.7\.(?:28|[56]\d\d)\b|\bRP-00\d\b|\[(?:TSS?|CS|HS)\d+\]|\bunusual rate of\b/i;

/** Whether a reply asks for fewer mails for a time, in the forms of the large receivers. */
export function asksToSlowDown(response: string): boolean {
  return REPLY.exec(` ${response}`)?.[1] === '4' && SLOW_DOWN.test(response);
}

/** How long to wait for a used-up quota, judged by the words: without a time they mean an hour at most. */
export function quotaWait(response: string): number {
  if (/\bdaily\b|\bday\b|24.?h/i.test(response)) return DAY_MS;
  return /sending rate|per (?:minute|second)|concurrent/i.test(response) ? 5 * MINUTE_MS : HOUR_MS;
}
