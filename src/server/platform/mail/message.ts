import { randomUUID } from 'node:crypto';
import type { SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import { withoutAddresses } from '#contract/fields.ts';
import type { Mail } from './mail.ts';

/** The sender of all mails, and the DKIM key. */
export interface Sender {
  readonly name: string;
  readonly address: string;
  readonly dkim?: Readonly<Record<'domain' | 'selector' | 'key', string>> | undefined;
}

const ADDRESS = z.email();
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,60}$/;

/**
 * Converts a mail for nodemailer. Removes line breaks from header fields and passes recipients as objects, since a string
 * with a line break or comma could add another address. Throws for invalid addresses.
 */
export function messageOf(mail: Mail, sender: Sender): SendMailOptions {
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
    ...(mail.returnPath !== undefined && {
      envelope: { from: checkedAddress(mail.returnPath), to: [checkedAddress(mail.to.address)] },
    }),
    messageId: headerText(mail.messageId ?? `<${randomUUID()}@${sender.address.split('@')[1]}>`),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function recipient({ name, address }: Mail['to']) {
  return { name: nameText(name), address: checkedAddress(address) };
}

function checkedAddress(address: string): string {
  // The error does not quote the address, because errors are logged.
  if (!ADDRESS.safeParse(address).success && !/^[a-z0-9-]+@localhost$/.test(address))
    throw new Error('Not a mail address');
  return address;
}

function headersOf(mail: Mail) {
  const entries = Object.entries(mail.headers ?? {});
  for (const [name] of entries) if (!HEADER_NAME.test(name)) throw new Error('Not a name of a mail header');
  return entries.map(([key, value]) => ({ key, value: prepared(headerText(value)) }));
}

// The library would encode the whole value for a quotation mark in it.
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
