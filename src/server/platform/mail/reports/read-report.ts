import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { MailReport } from '#contract/mail/bounces.ts';
import { kindOfRefusal } from '#server/platform/mail/refusal.ts';
import { UNSUBSCRIBE_SUBJECT } from '#server/platform/mail/unsubscribe-subject.ts';
import { isAutomatic, oneLine, plainReport, type Verdict } from './plain-report.ts';

/**
 * Reads mails to the address of reports: delivery reports (RFC 3464), reports of complaints (RFC 5965, and
 * Microsoft's), the plain ones of Exim, qmail and Exchange, mails that ask to unsubscribe, and automatic answers.
 * Everything else is ignored. Pure, except for the parsing of MIME.
 */

/** A report about one mail. */
export interface ReadReport {
  readonly kind: 'report';
  /** Null: it means nothing for the family, because the mail is only delayed, or arrived, or the reader is away. */
  readonly report: MailReport | null;
  /** The receiving server's words, in one line; empty for complaints. */
  readonly response: string;
  /** The headers of the report itself, with the address it was sent to, and those of the mail that it is about. */
  readonly own: string;
  readonly about: string;
}

/** A report is short; a returned newsletter after it may be long. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true } as const;

/** A mail that asks to unsubscribe, by the token of an unsubscribe link. */
interface UnsubscribeMail {
  readonly kind: 'unsubscribe';
  readonly token: string;
}

/** The content of a mail to the address of reports. */
export type ReadMail = ReadReport | UnsubscribeMail;

/** Parses a mail. Null if it cannot be parsed, or is of neither kind. */
export async function readReport(source: Uint8Array): Promise<ReadMail | null> {
  const email = await PostalMime.parse(source, { ...LIMITS, attachmentEncoding: 'utf8' }).catch(() => null);
  if (email === null) return null;
  const [, token] = UNSUBSCRIBE_SUBJECT.exec(email.subject ?? '') ?? [];
  if (token !== undefined) return { kind: 'unsubscribe', token };
  const read = verdictOf(email);
  return read === null ? null : { kind: 'report', ...read };
}

function verdictOf(email: Email): Omit<ReadReport, 'kind'> | null {
  const own = email.headerLines.map(({ line }) => line).join('\n');
  const parts = partsOf(email);
  const about = parts
    .filter(({ type }) => ABOUT.test(type))
    .map(({ text }) => text)
    .join('\n');
  if (isMicrosoftComplaint(own, about)) return { report: 'complaint', response: '', own, about };
  return reportOf(email, { own, about, parts }) ?? wordsOf(email, own);
}

// The type alone makes it a report: anybody can attach one.
function reportOf(
  { headers }: Email,
  { own, about, parts }: { readonly own: string; readonly about: string; readonly parts: readonly Part[] },
): Omit<ReadReport, 'kind'> | null {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (!/^\s*multipart\/report\b/i.test(type)) return null;
  const feedback = textOf(parts, 'message/feedback-report');
  if (feedback !== null) return { ...complaintOf(feedback), own, about: `${feedback}\n${about}` };
  const status = textOf(parts, 'message/delivery-status') ?? textOf(parts, 'message/global-delivery-status');
  return status === null ? null : { ...deliveryOf(status), own, about };
}

function wordsOf(email: Email, own: string): Omit<ReadReport, 'kind'> | null {
  const plain = plainReport(email);
  if (plain !== null) return { ...plain, own, about: email.text ?? '' };
  return isAutomatic(email) ? { report: null, response: '', own, about: '' } : null;
}

interface Part {
  readonly type: string;
  readonly text: string;
}

const ABOUT = /^(?:message\/(?:rfc822|global|rfc822-headers|global-headers)|text\/rfc822-headers?)$/;

function partsOf({ attachments }: Email): readonly Part[] {
  return attachments.map(({ mimeType, content }) => ({ type: mimeType, text: asText(content) }));
}

function asText(content: Attachment['content']): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function textOf(parts: readonly Part[], type: string): string | null {
  return parts.find((part) => part.type === type)?.text ?? null;
}

// Microsoft's feedback programme writes this header above the returned mail.
function isMicrosoftComplaint(own: string, about: string): boolean {
  const [headers = ''] = about.split(/\r?\n\r?\n/, 1);
  return /^x-hmxmroriginalrecipient:/im.test(`${own}\n${headers}`);
}

// The others are viruses, tests of signatures, and readers who report that a mail is no spam.
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

function complaintOf(feedback: string): Verdict {
  const type = fieldsOf(feedback).get('feedback-type')?.toLowerCase() ?? '';
  return { report: COMPLAINTS.has(type) ? 'complaint' : null, response: '' };
}

// The first group is about the whole report, each further one about a recipient: our mails have one.
function deliveryOf(status: string): Verdict {
  const groups = status
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf);
  const failed = groups.find((group) => group.get('action')?.toLowerCase() === 'failed');
  if (failed === undefined) return { report: null, response: '' };
  const response = oneLine((failed.get('diagnostic-code') ?? '').replace(/^[\w-]+\s*;/, ''));
  const code = failed.get('status');
  return { report: kindOfRefusal({ response, status: code }), response: response || oneLine(code ?? '') };
}

// `Name: value`, with values that continue in indented lines. The first of equal names counts.
function fieldsOf(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined || fields.has(name.toLowerCase())) continue;
    fields.set(name.toLowerCase(), value);
  }
  return fields;
}
