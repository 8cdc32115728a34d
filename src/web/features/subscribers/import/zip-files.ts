/** Puts files into one ZIP file, uncompressed, so that several can be sent as one. Source: PKWARE APPNOTE 4.3. */

const ENTRY = 0x04034b50;
const LISTED = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** The names are UTF-8. */
const UTF8 = 0x0800;
// Midnight on 1 January 1980, the first day in the format.
const DAY = 0x21;

export async function zipFiles(files: readonly File[], name: string): Promise<File> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const listed: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const path = new TextEncoder().encode(file.name);
    const bytes = new Uint8Array(await file.arrayBuffer());
    // The fields that both headers of an entry share.
    const facts = [
      ...[u16(VERSION), u16(UTF8), u16(0), u16(0), u16(DAY)],
      ...[u32(crc32(bytes)), u32(bytes.length), u32(bytes.length), u16(path.length), u16(0)],
    ].flat();
    const head = Uint8Array.from([...u32(ENTRY), ...facts, ...path]);
    const rest = [u16(0), u16(0), u16(0), u32(0), u32(offset)].flat();
    listed.push(Uint8Array.from([...u32(LISTED), ...u16(VERSION), ...facts, ...rest, ...path]));
    parts.push(head, bytes);
    offset += head.length + bytes.length;
  }
  const size = listed.reduce((sum, { length }) => sum + length, 0);
  const count = u16(files.length);
  const end = [u32(END), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)].flat();
  return new File([...parts, ...listed, Uint8Array.from(end)], name, { type: 'application/zip' });
}

function u16(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
