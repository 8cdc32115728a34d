import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import MimeNode from 'nodemailer/lib/mime-node';
import { isEmailAddress, withoutAddresses } from '#contract/fields.ts';
import type { EncodedPart, Mail } from './mail.ts';

/** The sender of all mails, and the DKIM key. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly dkim?: Readonly<Record<'domain' | 'selector' | 'key', string>> | undefined;
}

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;

/**
 * Converts a mail for nodemailer. Removes line breaks from header fields and passes recipients as objects, since a string
 * with a line break or comma could add another address. Throws for invalid addresses.
 */
export function messageOf(mail: Mail, sender: Sender): SendMailOptions {
  const fields = fieldsOf(mail, sender);
  return {
    ...(mail.encoded
      ? inOnePiece(fields, [mail.encoded.text, mail.encoded.html])
      : { ...fields, html: mail.html, text: mail.text }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The content of the headers and of the envelope. */
function fieldsOf(mail: Mail, sender: Sender) {
  return {
    from: {
      name: mail.fromName === undefined ? headerText(sender.name) : nameText(mail.fromName),
      address: checkedAddress(sender.address),
    },
    to: [recipient(mail.to)],
    ...(mail.replyTo && { replyTo: [recipient(mail.replyTo)] }),
    subject: headerText(mail.subject),
    headers: headersOf(mail),
    ...(mail.returnPath !== undefined && {
      envelope: { from: checkedAddress(mail.returnPath), to: [checkedAddress(mail.to.address)] },
    }),
    messageId: headerText(mail.messageId ?? `<${randomUUID()}@${sender.address.split('@')[1]}>`),
  };
}

/** The library makes the headers, and passes on the rest unchanged: its streams for each part take a twelfth of a mail's time. */
function inOnePiece(
  { from, to, replyTo, subject, headers, messageId, envelope }: ReturnType<typeof fieldsOf>,
  parts: readonly EncodedPart[],
): SendMailOptions {
  const root = new MimeNode('multipart/alternative');
  root.addHeader(headers);
  root.setHeader({ from, to, ...(replyTo && { 'reply-to': replyTo }), subject, 'message-id': messageId });
  const head = root.buildHeaders();
  const between = `--${root.boundary}`;
  const body = parts.map(({ raw }) => `${between}\r\n${raw}\r\n`).join('');
  return {
    raw: `${head}\r\n\r\n${body}${between}--\r\n`,
    envelope: envelope ?? root.getEnvelope(),
    messageId,
  };
}

function recipient({ name, address }: Mail['to']) {
  return { name: nameText(name), address: checkedAddress(address) };
}

function checkedAddress(address: string): string {
  // The error does not quote the address, because errors are logged.
  if (!isEmailAddress(address) && !/^[a-z0-9-]+@localhost$/.test(address))
    throw new Error('Not a mail address');
  return address;
}

function headersOf(mail: Mail) {
  const entries = Object.entries(mail.headers ?? {});
  for (const [name] of entries) if (!HEADER_NAME.test(name)) throw new Error('Not a name of a mail header');
  return entries.map(([key, value]) => ({ key, value: prepared(headerText(value)) }));
}

// The library would encode the whole value because of a quotation mark.
function prepared(value: string) {
  return /^[\x20-\x7e]*$/.test(value) ? { prepared: true, foldLines: true, value } : value;
}

// Older and imported names may contain text that mail programs turn into links.
function nameText(name: string): string {
  return withoutAddresses(headerText(name));
}

function headerText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
