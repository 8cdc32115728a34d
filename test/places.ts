import { writeFile } from 'node:fs/promises';

/** Writes MMDB files for tests, with data about one network of 24 bits. See the format's description, version 2.0. */

type Value = string | number | readonly string[] | { readonly [name: string]: Value };

const STRING = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 4;

/** Writes a file that knows one network, such as `[203, 0, 113]`. */
export async function writePlaces(path: string, prefix: readonly number[], value: Value): Promise<void> {
  const bits = prefix.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((at) => Math.floor(byte / 2 ** at) % 2));
  const unknown = bits.length;
  const tree = bits.flatMap((bit, at) => {
    // Points at the only value, behind the tree and its sixteen empty bytes.
    const next = at + 1 < bits.length ? at + 1 : unknown + 16;
    return bit === 0 ? [...uint(next, 3), ...uint(unknown, 3)] : [...uint(unknown, 3), ...uint(next, 3)];
  });
  const about = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test',
    description: { en: 'Test' },
    ip_version: 4,
    languages: ['en'],
    node_count: bits.length,
    record_size: 24,
  };
  const marker = [0xab, 0xcd, 0xef, ...Buffer.from('MaxMind.com')];
  await writeFile(
    path,
    Buffer.from([
      ...tree,
      ...Array.from({ length: 16 }, () => 0),
      ...encoded(value),
      ...marker,
      ...encoded(about),
    ]),
  );
}

function encoded(value: Value): readonly number[] {
  if (typeof value === 'string') return [...control(STRING, Buffer.byteLength(value)), ...Buffer.from(value)];
  if (typeof value === 'number') return [...control(UINT32, 4), ...uint(value, 4)];
  // Arrays have an extended type: its number less seven follows the size.
  if (isList(value)) return [value.length, ARRAY, ...value.flatMap(encoded)];
  const entries = Object.entries(value);
  return [...control(MAP, entries.length), ...entries.flat().flatMap(encoded)];
}

const isList = (value: Value): value is readonly string[] => Array.isArray(value);

// Sizes up to 28 are in the byte itself.
function control(type: number, size: number): readonly number[] {
  return [type * 32 + size];
}

function uint(value: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
}
