/** A compression that a caller accepts. */

export type Encoding = 'br' | 'gzip';

// Browsers send only a handful of different headers, so results are cached.
const known = new Map<string, Encoding | null>();
const KNOWN_MAX = 100;

/** The best encoding that an `Accept-Encoding` header allows; null: uncompressed. */
export function encodingFor(header: string | readonly string[] | undefined): Encoding | null {
  if (typeof header !== 'string') return null;
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const encoding = allows(header, 'br') ? 'br' : allows(header, 'gzip') ? 'gzip' : null;
  if (known.size < KNOWN_MAX && header.length < 200) known.set(header, encoding);
  return encoding;
}

function allows(header: string, encoding: Encoding): boolean {
  return header
    .slice(0, 1000)
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, quality] = part.split(';');
      return name?.trim() === encoding && !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(quality ?? '');
    });
}
