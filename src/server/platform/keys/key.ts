import { createHash, randomBytes } from 'node:crypto';

/** A key that encrypts secrets in the database. */
export interface Key {
  /** The beginning of its SHA-256, in hexadecimal: each encrypted value contains it. */
  readonly id: string;
  readonly bytes: Buffer;
}

const KEY_BYTES = 32;
const ID_LETTERS = 8;
const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Parses a key: 32 bytes in base64. Null for anything else. */
function keyFrom(text: string): Key | null {
  if (!BASE64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, ID_LETTERS), bytes };
}

/** Parses keys separated by spaces, commas or line breaks. Null if one is invalid, or there are none. */
export function keysFrom(text: string): readonly Key[] | null {
  const keys = text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map(keyFrom);
  const whole = keys.filter((key) => key !== null);
  return whole.length > 0 && whole.length === keys.length ? whole : null;
}

/** A new key in written form. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
