/** Limits on the content of a JSON body, checked before it is parsed: parsing, checking and cleaning block all other callers. */

/** Levels of lists and objects. The deepest call has about ten. */
const DEPTH_MAX = 50;
/** Values and keys. A newsletter of 200 blocks has some thousands. */
const VALUES_MAX = 50_000;
/** HTML tags: cleaning takes time for each, however short. */
const TAGS_MAX = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LESS = 0x3c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const ESCAPED_LESS = 'u003c';

/** Returns what a body has more of than any call needs; null: nothing. Reads the body once, as bytes of UTF-8. */
export function excessIn(bytes: Buffer): 'structure' | 'tags' | null {
  let depth = 0;
  let values = 0;
  let tags = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === BACKSLASH) {
      if (isInText && isEscapedLess(bytes, at)) tags += 1;
      at += 1;
    } else if (byte === QUOTE) isInText = !isInText;
    else if (isInText) tags += byte === LESS ? 1 : 0;
    else if (byte === COMMA || byte === COLON) values += 1;
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEPTH_MAX || values > VALUES_MAX) return 'structure';
    if (tags > TAGS_MAX) return 'tags';
  }
  return null;
}

function isEscapedLess(bytes: Buffer, at: number): boolean {
  return bytes.toString('latin1', at + 1, at + 1 + ESCAPED_LESS.length).toLowerCase() === ESCAPED_LESS;
}
