import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { withoutAddresses } from '#contract/fields.ts';
import type { Mail } from './mail.ts';

/** The sender of every mail, and how it is signed. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly dkim?: Readonly<Record<'domain' | 'selector' | 'key', string>> | undefined;
}

// RFC 8058 has the signature cover how to unsubscribe by one click; the library's own list leaves that out.
const SIGNED_HEADERS = [
  ...[
    'From',
    'Sender',
    'Reply-To',
    'Subject',
    'Date',
    'Message-ID',
    'To',
    'Cc',
    'MIME-Version',
    'Content-Type',
  ],
  ...['Content-Transfer-Encoding', 'List-Id', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
].join(':');

const ADDRESS = z.email();
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;

/**
 * A mail as nodemailer takes it. Every field that reaches a header loses its line breaks, and recipients are objects: a
 * string with a line break or a comma would reach another address. Throws at an address that is none.
 */
export function messageOf(mail: Mail, sender: Sender): SendMailOptions {
  const { dkim } = sender;
  return {
    from: {
      name: mail.fromName === undefined ? headerText(sender.name) : nameText(mail.fromName),
      address: checkedAddress(sender.address),
    },
    to: [recipient(mail.to)],
    ...(mail.replyTo && { replyTo: [recipient(mail.replyTo)] }),
    subject: headerText(mail.subject),
    ...(mail.encoded
      ? { alternatives: [mail.encoded.text, mail.encoded.html] }
      : { html: mail.html, text: mail.text }),
    headers: headersOf(mail),
    messageId: headerText(mail.messageId ?? `<${randomUUID()}@${sender.address.split('@')[1]}>`),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.key,
        headerFieldNames: SIGNED_HEADERS,
      },
    }),
  };
}

function recipient({ name, address }: Mail['to']) {
  return { name: nameText(name), address: checkedAddress(address) };
}

function checkedAddress(address: string): string {
  // The form of the address may not be quoted in an error: it would stand in the log.
  if (!ADDRESS.safeParse(address).success && !/^[a-z0-9-]+@localhost$/.test(address))
    throw new Error('Not a mail address');
  return address;
}

function headersOf(mail: Mail) {
  const entries = Object.entries(mail.headers ?? {});
  for (const [name] of entries) if (!HEADER_NAME.test(name)) throw new Error('Not a name of a mail header');
  return entries.map(([key, value]) => ({ key, value: headerText(value) }));
}

// Old names, and those of imported subscribers, may hold what a mail program would make a link of.
function nameText(name: string): string {
  return withoutAddresses(headerText(name));
}

function headerText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
