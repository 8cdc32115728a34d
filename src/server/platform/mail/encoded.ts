import { wrap as wrapBase64 } from 'nodemailer/lib/base64';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { EncodedPart } from './mail.ts';

/** Creates a recipient's copy of a mail part: the words replace the placeholders, in their order. */
export type PartWriter = (inserted: readonly string[]) => EncodedPart;

// Needs no escaping in any encoding, and fits on one line.
const INSERTED = /^[\w-]{1,70}$/;
// One less than the limit of RFC 2045, for the soft line break before the inserted word.
const LINE_MOST = 75;
const WORD_MOST = 52;
const SOFT_BREAK = '=\r\n';

/**
 * Encodes a part that is the same for all recipients except for a word in place of each placeholder. Encoding takes most of
 * the time of a mail, so it is done once. Throws for words with other characters than letters, digits, `-` and `_`.
 */
export function partWriter(
  contentType: string,
  content: string,
  placeholders: readonly string[],
): PartWriter {
  const pieces = splitAt(content.replaceAll(/\r\n|\r|\n/g, '\r\n'), placeholders);
  const encoding = isMostlyAscii(content) ? 'quoted-printable' : 'base64';
  const write = encoding === 'base64' ? inBase64(pieces) : inQuotedPrintable(pieces);
  const head = `Content-Type: ${contentType}; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  return (inserted) => {
    if (!inserted.every((word) => INSERTED.test(word)))
      throw new Error('Not a word that can be put into an encoded mail');
    return { contentType, raw: head + write(inserted) };
  };
}

/** A text that is the same in every copy, and the placeholder that follows it. */
type Piece = { readonly text: string; readonly before: number | null };

function splitAt(content: string, placeholders: readonly string[]): readonly Piece[] {
  const parts = content.split(new RegExp(`(${placeholders.join('|')})`));
  return parts.flatMap((text, index) => {
    if (index % 2 === 1) return [];
    const next = parts[index + 1];
    return [{ text, before: next === undefined ? null : placeholders.indexOf(next) }];
  });
}

function wordAfter({ before }: Piece, inserted: readonly string[]): string {
  return before === null ? '' : (inserted[before] ?? '');
}

function inQuotedPrintable(pieces: readonly Piece[]): (inserted: readonly string[]) => string {
  const encoded = pieces.map((piece) => ({ ...piece, text: wrap(encode(piece.text), LINE_MOST) }));
  return (inserted) =>
    encoded
      .map((piece) =>
        piece.before === null
          ? piece.text
          : piece.text + SOFT_BREAK + wordAfter(piece, inserted) + SOFT_BREAK,
      )
      .join('');
}

// The words shift everything after them, so the whole is encoded each time. Base64 is fast.
function inBase64(pieces: readonly Piece[]): (inserted: readonly string[]) => string {
  return (inserted) =>
    wrapBase64(
      Buffer.from(pieces.map((piece) => piece.text + wordAfter(piece, inserted)).join('')).toString('base64'),
    );
}

/** A name before an address in angle brackets (RFC 5322): quoted, or as encoded words, which are not allowed within quotes. */
export function encodedPhrase(name: string): string {
  const plain = name.replace(/[\p{Cc}"<>\\]+/gu, ' ').trim();
  if (plain === '') return '';
  return /^[\x20-\x7e]*$/.test(plain) ? `"${plain}"` : encodeWord(plain, 'Q', WORD_MOST);
}

// Quoted-printable triples the size of each non-ASCII byte.
function isMostlyAscii(text: string): boolean {
  return Buffer.byteLength(text) < text.length * 1.2;
}
