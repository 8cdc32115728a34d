import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { Transform } from 'node:stream';
import type { Transporter } from 'nodemailer';
import { through } from '#server/platform/streams.ts';
import type { Sender } from './message.ts';

/**
 * DKIM signatures (RFC 6376): rsa-sha256, relaxed in header and body. The mail library signs too, but cannot oversign.
 * A name that appears in `h=` once more than in the mail says that there is no further such header: nobody on the way
 * can add a second `From` or `Subject`, which some mail programs would show, while the signature stays valid (RFC 6376,
 * section 8.15).
 */

/** RFC 8058 requires both headers of one-click unsubscribing. */
const SIGNED = [
  ...['from', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'to', 'cc'],
  ...['mime-version', 'content-type', 'content-transfer-encoding'],
  ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'feedback-id'],
];
const LINE = 76;

/** Signs every mail that a transport sends from now on. Does nothing for a sender without a key. */
export function signMails(transport: Pick<Transporter, 'use'>, { dkim }: Sender): void {
  if (dkim === undefined) return;
  const key = createPrivateKey(dkim.key);
  transport.use('stream', ({ message }, done) => {
    message?.processFunc((input) => through(input, new Signing(key, dkim)));
    done();
  });
}

/** The DNS name at which receivers find the public key. */
type Place = Readonly<Record<'domain' | 'selector', string>>;

class Signing extends Transform {
  readonly #key: KeyObject;
  readonly #place: Place;
  readonly #chunks: Buffer[] = [];

  constructor(key: KeyObject, place: Place) {
    super();
    this.#key = key;
    this.#place = place;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  override _flush(done: () => void): void {
    const message = Buffer.concat(this.#chunks);
    this.push(`${signatureOf(message, this.#key, this.#place)}\r\n`);
    this.push(message);
    done();
  }
}

/** The `DKIM-Signature` header of a message, without its final line end. */
function signatureOf(message: Buffer, key: KeyObject, { domain, selector }: Place): string {
  // Each byte as one character, and line ends as they are sent.
  const text = message.toString('latin1').replace(/\r?\n/g, '\r\n');
  const end = text.indexOf('\r\n\r\n');
  const headers = headersOf(text.slice(0, end));
  // From the last to the first, in the order of verifiers; the extra name says that there is no further one.
  const names = SIGNED.flatMap((name) => [...headers.filter((each) => each.name === name), { name }]);
  const values = SIGNED.flatMap((name) => headers.filter((each) => each.name === name).reverse());
  const hash = createHash('sha256')
    .update(relaxedBody(text.slice(end + 4)), 'latin1')
    .digest('base64');
  const unsigned = folded([
    ...['DKIM-Signature: v=1;', 'a=rsa-sha256;', 'c=relaxed/relaxed;', `d=${domain};`, `s=${selector};`],
    ...names.map(
      ({ name }, index) => (index === 0 ? 'h=' : '') + name + (index < names.length - 1 ? ':' : ';'),
    ),
    ...[`bh=${hash};`, 'b='],
  ]);
  const signed = [...values.map(({ line }) => line), relaxedLine(unsigned)].join('\r\n');
  const signature = sign('sha256', Buffer.from(signed, 'latin1'), key).toString('base64');
  return unsigned + signature.replace(/.{1,72}/g, '\r\n $&');
}

interface Header {
  readonly name: string;
  readonly line: string;
}

function headersOf(text: string): readonly Header[] {
  return text.split(/\r\n(?![ \t])/).map((each) => {
    const line = relaxedLine(each);
    return { name: line.slice(0, line.indexOf(':')), line };
  });
}

function relaxedLine(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).replaceAll('\r\n', '');
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
}

function relaxedBody(body: string): string {
  const lines = body.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
  let end = lines.length;
  while (lines.startsWith('\r\n', end - 2)) end -= 2;
  const rest = lines.slice(0, end).replace(/ $/, '');
  return rest === '' ? '' : `${rest}\r\n`;
}

/** Folds a header's words into lines. The colon of a list stays with its word, where folding is allowed. */
function folded(words: readonly string[]): string {
  let column = 0;
  return words
    .map((word, index) => {
      const isFirst = index === 0;
      const fits = column + word.length < LINE;
      column = (fits || isFirst ? column : 0) + word.length + 1;
      return isFirst ? word : `${fits ? ' ' : '\r\n '}${word}`;
    })
    .join('');
}
