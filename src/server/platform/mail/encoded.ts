import { wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { EncodedPart } from './mail.ts';

/** Creates a recipient's copy of a mail part by inserting a word. */
export type PartWriter = (inserted: string) => EncodedPart;

// Needs no escaping in any encoding, and fits on one line.
const INSERTED = /^[\w-]{1,70}$/;
// One less than the limit of RFC 2045, for the soft line break before the inserted word.
const LINE_MOST = 75;
const SOFT_BREAK = '=\r\n';

/**
 * Encodes a part that is the same for all recipients except for a word in place of `placeholder`. Encoding takes most of
 * the time of a mail, so it is done once. Throws for words with other characters than letters, digits, `-` and `_`.
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

// The word shifts everything after it, so the whole is encoded each time. Base64 is fast.
function inBase64(pieces: readonly string[]): (inserted: string) => string {
  return (inserted) => wrapBase64(Buffer.from(pieces.join(inserted)).toString('base64'));
}

// Quoted-printable triples the size of each non-ASCII byte.
function isMostlyAscii(text: string): boolean {
  return Buffer.byteLength(text) < text.length * 1.2;
}
