import { createHash } from 'node:crypto';

/** A hash of a JSON value, 132 bits in 22 letters. The order of properties counts. */
export function contentHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
}

/** Like `contentHash`, whatever the order of properties. */
export function sortedHash(value: unknown): string {
  return contentHash(inOrder(value));
}

/**
 * Sorts the properties of all objects in a JSON value: the database returns them in another order than they were
 * written in, and stored hashes rely on this one.
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

/** Compares keys as the database's `jsonb` orders them: shorter ones first, then by their letters. */
export function asInJsonb(one: string, other: string): number {
  return one.length - other.length || byLetters(one, other);
}
