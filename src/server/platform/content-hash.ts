import { createHash } from 'node:crypto';

/** 132 bits of a hash of a JSON value, in 22 letters: the order of properties counts. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** The same, whatever the order of properties. */
export function sortedHash(value: unknown): string {
  return contentHash(inOrder(value));
}

/**
 * A JSON value with the properties of all its objects in an order: the database returns them in another one than they were
 * written in, and what was hashed in one order stays in it.
 */
export function inOrder(
  value: unknown,
  compare: (one: string, other: string) => number = byLetters,
): unknown {
  if (Array.isArray(value)) return value.map((item) => inOrder(item, compare));
  if (typeof value !== 'object' || value === null) return value;
  const properties = Object.entries(value).sort(([one], [other]) => compare(one, other));
  return Object.fromEntries(properties.map(([name, inner]) => [name, inOrder(inner, compare)]));
}

function byLetters(one: string, other: string): number {
  return one < other ? -1 : 1;
}

/** As the database's `jsonb` has them: short names first, then by their letters. */
export function asInJsonb(one: string, other: string): number {
  return one.length - other.length || byLetters(one, other);
}
