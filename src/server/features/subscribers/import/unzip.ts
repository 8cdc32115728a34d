import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { Charset } from '#contract/groups/import-questions.ts';
import { sheetsIn } from '#server/features/subscribers/import/file/open-document.ts';
import { csvSource, type Source, sheetSource } from '#server/features/subscribers/import/file/source.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';

/** Reads the tables in a ZIP file: CSV files, as school systems export OneRoster and mail programs a list, and spreadsheets. */

const ZIP_START = '504b0304';
/** Compression can reach a thousandth: a file that unpacks to more than so many bytes is no list of a school. */
const UNPACKED_MAX = 50 * 1024 * 1024;
const ENTRIES_MAX = 1000;
/** The entries that mark spreadsheets, which are ZIP files, too. Sources: ECMA-376 (Office Open XML), OpenDocument 1.3, Numbers. */
const OTHER_SPREADSHEETS = [
  { has: /^xl\//, kind: 'workbook' },
  { has: /^(?:Index\.zip|Index\/.*\.iwa|.*\/Index\.zip)$/, kind: 'numbers' },
] as const;
const TEXT = /\.(?:csv|tsv|txt)$/;

export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === ZIP_START;
}

/** The contents of a ZIP file. */
interface Unzipped {
  /** The tables by their names in lower case, without folders: text files, and sheets. */
  readonly tables: ReadonlyMap<string, Source>;
  /** The kind of spreadsheet, if the ZIP file itself is one. */
  readonly spreadsheet: 'workbook' | 'numbers' | 'openDocument' | null;
}

/** Throws 400 for a file that is damaged, has a password, or is too large. */
export async function unzipTables(bytes: Buffer, charset: Charset | undefined): Promise<Unzipped> {
  try {
    return await readEntries(bytes, { charset, unpacked: 0 });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof TooLarge) throw badRequest(IMPORT_MESSAGES.unpacked);
    if (error instanceof Locked) throw badRequest(IMPORT_MESSAGES.locked);
    throw badRequest(IMPORT_MESSAGES.damaged);
  }
}

class TooLarge extends Error {}
class Locked extends Error {}

interface Reading {
  readonly charset: Charset | undefined;
  /** The bytes unpacked so far, including those of spreadsheets inside. */
  unpacked: number;
}

async function readEntries(bytes: Buffer, reading: Reading): Promise<Unzipped> {
  const zip = await fromBufferPromise(bytes);
  const tables = new Map<string, Source>();
  if (zip.entryCount > ENTRIES_MAX) throw new TooLarge();
  let spreadsheet: Unzipped['spreadsheet'] = null;
  for await (const entry of zip.eachEntry()) {
    spreadsheet ??= OTHER_SPREADSHEETS.find(({ has }) => has.test(entry.fileName))?.kind ?? null;
    if (LOCKED_DOCUMENT.test(entry.fileName)) throw new Locked();
    const read = async () => await readEntry(zip, entry, reading);
    const name = nameOf(entry);
    if (name.startsWith('.')) continue;
    if (TEXT.test(name)) tables.set(name, csvSource(name, await read(), reading.charset));
    else if (/\.xlsx?$/.test(name)) throw badRequest(IMPORT_MESSAGES.workbookIn(name));
    else if (name.endsWith('.ods'))
      for (const [sheet, source] of (await readEntries(await read(), reading)).tables)
        tables.set(`${name}, ${sheet}`, source);
    else if (entry.fileName === 'META-INF/manifest.xml') {
      if ((await read()).includes('encryption-data')) throw new Locked();
    } else if (entry.fileName === 'content.xml') {
      spreadsheet = 'openDocument';
      for (const sheet of sheetsIn((await read()).toString()))
        if (sheet.rows.length > 0) tables.set(sheet.name.toLowerCase(), sheetSource(sheet));
    }
  }
  return { tables, spreadsheet };
}

// LibreOffice packs a document that has a password a second time.
const LOCKED_DOCUMENT = /^encrypted-package$/;

async function readEntry(zip: ZipFile, entry: Entry, reading: Reading): Promise<Buffer> {
  if (entry.isEncrypted()) throw new Locked();
  // The reader refuses an entry that turns out larger than declared.
  reading.unpacked += entry.uncompressedSize;
  if (reading.unpacked > UNPACKED_MAX) throw new TooLarge();
  return await buffer(await zip.openReadStreamPromise(entry));
}

function nameOf({ fileName }: Entry): string {
  return (fileName.split('/').at(-1) ?? '').toLowerCase();
}
