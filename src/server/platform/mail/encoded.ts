import { wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { EncodedPart } from './mail.ts';

/** Writes a part of the mail of one reader after the other. */
export type PartWriter = (inserted: string) => EncodedPart;

// Plain in every encoding, and short enough for a line of its own.
const INSERTED = /^[\w-]{1,70}$/;
// One less than the limit of RFC 2045, for the soft line break before what is inserted.
const LINE_MOST = 75;
const SOFT_BREAK = '=\r\n';

/**
 * Encodes a part that many get and that differs in a word only: what stands in the place of `placeholder`. Encoding is
 * what costs most of a mail, so it is done once. The word may hold letters, digits, `-` and `_`; throws at others.
 */
export function partWriter(contentType: string, content: string, placeholder: string): PartWriter {
  const pieces = content.replaceAll(/\r\n|\r|\n/g, '\r\n').split(placeholder);
  const encoding = isMostlyAscii(content) ? 'quoted-printable' : 'base64';
  const write = encoding === 'base64' ? inBase64(pieces) : inQuotedPrintable(pieces);
  const head = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  return (inserted) => {
    if (!INSERTED.test(inserted)) throw new Error('Not a word that can be put into an encoded mail');
    return { contentType, raw: head + write(inserted) };
  };
}

function inQuotedPrintable(pieces: readonly string[]): (inserted: string) => string {
  const encoded = pieces.map((piece) => wrap(encode(piece), LINE_MOST));
  return (inserted) => encoded.join(SOFT_BREAK + inserted + SOFT_BREAK);
}

// A word in the middle moves everything behind it, but this encoding is quick.
function inBase64(pieces: readonly string[]): (inserted: string) => string {
  return (inserted) => wrapBase64(Buffer.from(pieces.join(inserted)).toString('base64'));
}

// The other encoding makes three letters of each byte of other scripts.
function isMostlyAscii(text: string): boolean {
  return Buffer.byteLength(text) < text.length * 1.2;
}
