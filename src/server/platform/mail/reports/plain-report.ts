import type { Email } from 'postal-mime';
import type { MailReport } from '#contract/mail/bounces.ts';
import { kindOfRefusal } from '#server/platform/mail/refusal.ts';

/** Reads reports that are words alone, and knows answers that nobody wrote. Pure. */

/** What a report says of the family, and the receiving server's words. */
export interface Verdict {
  readonly report: MailReport | null;
  readonly said: string;
}

const SAID_MAX = 300;
const PLAIN_MAX = 16 * 1024;

/** The verdict of a report in words; null for any other mail. */
export function plainReport(email: Email): Verdict | null {
  const words = (email.text ?? '').slice(0, PLAIN_MAX).replaceAll('\r\n', '\n');
  const said = eximSaid(email, words) ?? qmailSaid(words);
  return said === null ? null : { report: kindOfRefusal({ said }), said };
}

// Before its version 4.86, and where an administrator wrote the text, Exim's reports are words, with this header.
function eximSaid(email: Email, text: string): string | null {
  if (headerOf(email, 'x-failed-recipients') === null) return null;
  const words = text.split(/^-{3,}.*copy of (?:the|your) message/im, 1).join('');
  const from = words.search(/\b[45]\d\d[ -]|\bunrouteable|\bmailbox is full|\bquota/i);
  const [reply = ''] = from === -1 ? [] : words.slice(from).split(/\n[ \t]*\n/, 1);
  return oneLine(reply);
}

// The form is qmail's own (QSBMF): this greeting, then a paragraph for each address. One that begins with `-` ends them.
function qmailSaid(text: string): string | null {
  const [greeting = '', ...paragraphs] = text.trim().split(/\n[ \t]*\n/);
  if (!greeting.startsWith('Hi. This is the ')) return null;
  const end = paragraphs.findIndex((each) => each.startsWith('-'));
  const reports = paragraphs.slice(0, end === -1 ? undefined : end);
  const [, said] =
    reports.map((each) => /^<[^\n]*>:\n([\s\S]*)/.exec(each)).find((found) => found !== null) ?? [];
  return said === undefined ? null : oneLine(said.replace(/^[\s\S]*Remote host said:/, ''));
}

const AUTOMATIC_HEADERS = ['x-autoreply', 'x-autorespond'];

/** Whether nobody wrote a mail (RFC 3834), as where a reader is away, or a server reports in words that we do not know. */
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

/** Words in one line, cut off. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, SAID_MAX);
}
