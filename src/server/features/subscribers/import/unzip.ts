import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** Reads the CSV files in a ZIP file, as school systems export OneRoster and mail programs a list. */

const ZIP_START = '504b0304';
/** A file may pack into a thousandth: more than so many bytes are no list of a school. */
const UNPACKED_MAX = 50 * 1024 * 1024;
const ENTRIES_MAX = 1000;
/** What spreadsheets are, as they are ZIP files, too. Sources: ECMA-376 (Office Open XML), OpenDocument 1.3, Numbers. */
const SPREADSHEETS = [
  { has: /^xl\//, kind: 'workbook' },
  { has: /^(?:content\.xml|mimetype)$/, kind: 'openDocument' },
  { has: /^(?:Index\.zip|Index\/.*\.iwa|.*\/Index\.zip)$/, kind: 'numbers' },
] as const;

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === ZIP_START;
}

/** What is in a ZIP file. */
interface Unzipped {
  /** The CSV files by their names in lower case, without folders. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Which program's own spreadsheet it is, if it is one. */
  readonly spreadsheet: 'workbook' | 'openDocument' | 'numbers' | null;
}

/** Throws 400 for what cannot be read, as it is damaged or has a password, or is too large. */
export async function unzipCsv(bytes: Buffer): Promise<Unzipped> {
  try {
    return await readEntries(bytes);
  } catch (error) {
    if (error instanceof TooLarge) throw badRequest(IMPORT_MESSAGES.unpacked);
    if (error instanceof Locked) throw badRequest(IMPORT_MESSAGES.locked);
    throw badRequest(IMPORT_MESSAGES.damaged);
  }
}

class TooLarge extends Error {}
class Locked extends Error {}

async function readEntries(bytes: Buffer): Promise<Unzipped> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  if (zip.entryCount > ENTRIES_MAX) throw new TooLarge();
  let unpacked = 0;
  let spreadsheet: Unzipped['spreadsheet'] = null;
  for await (const entry of zip.eachEntry()) {
    spreadsheet ??= SPREADSHEETS.find(({ has }) => has.test(entry.fileName))?.kind ?? null;
    const name = nameOf(entry);
    if (!name.endsWith('.csv') || name.startsWith('.')) continue;
    if (entry.isEncrypted()) throw new Locked();
    // The reader refuses an entry that is larger than it says.
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_MAX) throw new TooLarge();
    files.set(name, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return { files, spreadsheet };
}

function nameOf({ fileName }: Entry): string {
  return (fileName.split('/').at(-1) ?? '').toLowerCase();
}
