import type { Email } from 'postal-mime';
import type { MailReport } from '#contract/mail/bounces.ts';
import { plainText } from '#newsletter/rich-text/rich-text.ts';
import { kindOfRefusal } from '#server/platform/mail/refusal.ts';

/** Reads reports in plain words, and recognises automatic answers. Pure. */

/** The meaning of a report for the family, and the receiving server's words. */
export interface Verdict {
  readonly report: MailReport | null;
  readonly response: string;
}

const RESPONSE_MAX = 300;
const PLAIN_MAX = 16 * 1024;
const PAGE_MAX = 64 * 1024;

/** The verdict of a report in words; null for any other mail. */
export function plainReport(email: Email): Verdict | null {
  const all = email.text ?? plainText((email.html ?? '').slice(0, PAGE_MAX));
  const words = all.slice(0, PLAIN_MAX).replaceAll('\r\n', '\n');
  const response = eximResponse(email, words) ?? qmailResponse(words);
  return response === null ? noticeOf(email, words) : { report: kindOfRefusal({ response }), response };
}

// Exim's reports before version 4.86, and those with an administrator's own text, are plain words with this header.
function eximResponse(email: Email, text: string): string | null {
  if (headerOf(email, 'x-failed-recipients') === null) return null;
  const words = text.split(/^-{3,}.*copy of (?:the|your) message/im, 1).join('');
  const from = words.search(/\b[45]\d\d[ -]|\bunrouteable|\bmailbox is full|\bquota/i);
  const [reply = ''] = from === -1 ? [] : words.slice(from).split(/\n[ \t]*\n/, 1);
  return oneLine(reply);
}

// qmail's own format (QSBMF): this greeting, then a paragraph for each address. One that begins with `-` ends them.
function qmailResponse(text: string): string | null {
  const [greeting = '', ...paragraphs] = text.trim().split(/\n[ \t]*\n/);
  if (!greeting.startsWith('Hi. This is the ')) return null;
  const end = paragraphs.findIndex((each) => each.startsWith('-'));
  const reports = paragraphs.slice(0, end === -1 ? undefined : end);
  const [, response] =
    reports.map((each) => /^<[^\n]*>:\n([\s\S]*)/.exec(each)).find((found) => found !== null) ?? [];
  return response === undefined ? null : oneLine(response.replace(/^[\s\S]*Remote host said:/, ''));
}

const MAIL_SYSTEM = /^(?:postmaster|mailer-daemon|microsoftexchange[0-9a-f]{32})@/i;
// The beginnings of subjects: Exchange's and Outlook's in their languages, others' in English.
const UNDELIVERED =
  /^(?:undeliver|returned mail|failure notice|mail delivery fail|delivery (?:has )?fail|delivery (?:status )?notification \(fail|unzustellbar|nicht zustellbar|non remis|no se puede entregar|non recapitabile|impossibile recapitare|onbestelbaar|não[ _](?:entreg|é possível entreg)|nie można dostarczyć|niedostarcz)/i;
/** The code of RFC 3463 with its usual neighbours: alone it looks like a date. */
const CODE =
  /(?:\b[45]\d\d[ -]#?|#)[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)|(?<![\d.])[45]\.\d{1,3}\.\d{1,3} [A-Z]+\.[A-Z]/;
const ADDRESS = /[^\s<>@]@[^\s<>@]+\.[^\s<>@]/;
const RETURNED = /^(?:received|return-path|dkim-signature|arc-seal|x-ms-exchange-[\w-]+):/im;

// Exchange and others also write for people, and a gateway on the way may leave nothing else. The notice means nothing
// if it names no address, or if its codes differ.
function noticeOf(email: Email, text: string): Verdict | null {
  if (!isNotice(email)) return null;
  const [words = ''] = text.split(RETURNED, 1);
  const replies = words.split(/\n[ \t]*\n/).flatMap((paragraph) => {
    const from = paragraph.search(CODE);
    return from === -1 ? [] : [oneLine(paragraph.slice(from)).replace(/^#|[\s#'>]+$/g, '')];
  });
  const [response] = replies;
  const [report, ...others] = new Set(replies.map((each) => kindOfRefusal({ response: each })));
  if (response === undefined || report === undefined || others.length > 0 || !ADDRESS.test(words))
    return { report: null, response: '' };
  return { report, response };
}

function isNotice(email: Email): boolean {
  const isOfSystem = headerOf(email, 'return-path') === '<>' || MAIL_SYSTEM.test(email.from?.address ?? '');
  const isMarked = headerOf(email, 'x-ms-exchange-message-is-ndr') !== null;
  const hasStatus = email.attachments.some(({ mimeType }) => /delivery-status$/.test(mimeType));
  return isOfSystem && !hasStatus && (isMarked || UNDELIVERED.test(email.subject ?? ''));
}

const AUTOMATIC_HEADERS = ['x-autoreply', 'x-autorespond'];

/** Whether a mail is automatic (RFC 3834), such as one for an absent reader, or a server's report in words that we do not know. */
export function isAutomatic(email: Email): boolean {
  const submitted = headerOf(email, 'auto-submitted');
  return (
    (submitted !== null && !/^no\b/i.test(submitted)) ||
    headerOf(email, 'return-path') === '<>' ||
    headerOf(email, 'precedence')?.toLowerCase() === 'auto_reply' ||
    AUTOMATIC_HEADERS.some((name) => headerOf(email, name) !== null)
  );
}

function headerOf({ headers }: Email, name: string): string | null {
  return headers.find(({ key }) => key === name)?.value.trim() ?? null;
}

/** Words in one line, cut to a maximum length. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, RESPONSE_MAX);
}
