import { Transform, type TransformCallback } from 'node:stream';
import { ActiveContent } from './active-content.ts';
import { Malformed } from './bytes.ts';

const PROLOG_MAX = 64 * 1024;
const NUL = /\0/g;
// White space, comments and instructions, which may precede the first element.
const BEFORE = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)/;

/** Whether a part, by its name, is XML. */
export const isXml = (name: string) => /\.(?:xml|rels|vml)$/i.test(name);

/** Whether a part begins like XML, also in UTF-16. */
export const isMarkup = (part: Buffer) =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(part.toString('latin1', 0, PROLOG_MAX));

/**
 * Passes an XML part on. Fails with `ActiveContent` if it declares a document type, which lets entities grow or be fetched from elsewhere;
 * Office writes none. Only the beginning is buffered, as sheets are large.
 */
export function withoutDocumentType(): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  const check = (isEnd: boolean, chunk: Buffer = Buffer.alloc(0)) => {
    if (head === null) return;
    head = Buffer.concat([head, chunk]);
    const state = prologOf(head);
    if (state === 'declares') throw new ActiveContent('It declares a document type');
    if (state === 'more' && (isEnd || head.length > PROLOG_MAX)) throw new Malformed('It is no XML');
    if (state === 'passed') head = null;
  };
  const checked = (isEnd: boolean, chunk?: Buffer) => (done: TransformCallback) => {
    try {
      check(isEnd, chunk);
      done(null, chunk);
    } catch (error) {
      done(error instanceof Malformed ? error : new Malformed('It is no XML'));
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => checked(false, chunk)(done),
    flush: checked(true),
  });
}

// UTF-16 is read as its ASCII characters.
function prologOf(head: Buffer): 'more' | 'declares' | 'passed' {
  let rest = head
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(NUL, '');
  for (let found = BEFORE.exec(rest); found !== null; found = BEFORE.exec(rest))
    rest = rest.slice(found[0].length);
  if (rest.startsWith('<!') && !'<!--'.startsWith(rest.slice(0, 4))) return 'declares';
  if (/^<[^!?/>\s]/.test(rest)) return 'passed';
  if (rest === '' || rest === '<' || rest.startsWith('<?') || rest.startsWith('<!')) return 'more';
  throw new Malformed('It is no XML');
}
