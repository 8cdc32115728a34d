import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise } from 'yauzl';
import { IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { badRequest } from '#server/platform/http/errors.ts';

/** Reads the CSV files in a ZIP file, as school systems export OneRoster. */

const ZIP_START = '504b0304';
/** A file may pack into a thousandth: more than so many bytes are no list of a school. */
const UNPACKED_MAX = 50 * 1024 * 1024;
const ENTRIES_MAX = 1000;

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === ZIP_START;
}

/** The CSV files by their names in lower case, without folders. Throws 400 for what cannot be read, such as a damaged workbook, or is too large. */
export async function unzipCsv(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  try {
    return await readEntries(bytes);
  } catch (error) {
    if (error instanceof TooLarge) throw badRequest(IMPORT_MESSAGES.unpacked);
    throw badRequest(IMPORT_MESSAGES.workbook);
  }
}

class TooLarge extends Error {}

async function readEntries(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  if (zip.entryCount > ENTRIES_MAX) throw new TooLarge();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (!name.endsWith('.csv') || name.startsWith('.')) continue;
    // The reader refuses an entry that is larger than it says.
    unpacked += entry.uncompressedSize;
    if (unpacked > UNPACKED_MAX) throw new TooLarge();
    files.set(name, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

function nameOf({ fileName }: Entry): string {
  return (fileName.split('/').at(-1) ?? '').toLowerCase();
}
