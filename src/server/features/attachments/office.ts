import { fileTypeFromBuffer } from 'file-type';

/** The part without which a file of the type is only a ZIP archive with a well-chosen beginning. */
const MAIN_PARTS: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'word/document.xml',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xl/workbook.xml',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'ppt/presentation.xml',
};

/** Whether a type is one of the ZIP-based ones, so that `isOfficeDocument` has to see the whole file. */
export function isZipBased(contentType: string): boolean {
  return contentType in MAIN_PARTS;
}

/** Whether the whole file is what its beginning said: the same type, with an index that lists its main part. */
export async function isOfficeDocument(bytes: Buffer, contentType: string): Promise<boolean> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const main = MAIN_PARTS[contentType];
  return found?.mime === contentType && main !== undefined && entryNames(bytes).has(main);
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const COMMENT_MAX = 0xffff;

/** The names in a ZIP archive's index, nothing unpacked. Empty where there is no sound index. */
function entryNames(bytes: Buffer): ReadonlySet<string> {
  const names = new Set<string>();
  const end = endOfIndex(bytes);
  if (end === null) return names;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY_SIGNATURE) return new Set();
    const nameLength = bytes.readUInt16LE(at + 28);
    names.add(bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength));
    at += ENTRY_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names;
}

function endOfIndex(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  return null;
}
