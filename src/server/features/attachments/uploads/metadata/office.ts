import { PassThrough, pipeline, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { type Entry, fromBufferPromise, type ZipFile as Unzipped } from 'yauzl';
import { ZipFile } from 'yazl';
import type { HeldWords } from '#newsletter/values/held-words.ts';
import { through } from '#server/platform/streams.ts';
import { ActiveContent } from './active-content.ts';
import { bytesOf, Malformed } from './bytes.ts';
import { isJpeg, isPng, stripJpeg, stripPng } from './embedded-pictures.ts';
import { stripMp4 } from './iso-media.ts';
import { canNamePeople, withoutAuthors } from './office-authors.ts';
import { withoutFetchingFormulas } from './office-formulas.ts';
import { canHoldWords, heldWordsIn } from './office-held-words.ts';
import { isObject, refusePackage, withoutPrograms } from './office-programs.ts';
import { PACKAGE_RELATIONSHIPS, type PropertyChanges, propertyChanges } from './office-properties.ts';
import { isRelationships, safeRelationships } from './office-relationships.ts';
import { isMarkup, isXml, withoutDocumentType } from './xml-prolog.ts';

/** Limits for unpacked sizes: the whole document, and a single image or video in it. */
const UNPACKED_MAX_BYTES = 300 * 1024 * 1024;
const MEDIUM_MAX_BYTES = 50 * 1024 * 1024;
const PARTS_MAX = 10_000;
/** The deepest nesting of documents, such as a table in a presentation. */
const DEPTH_MAX = 3;
const DOCUMENT = /\.(?:do[ct]|xl[st]|ppt|po[tx]|pps)[xmb]$/i;
const MACROS = /(?:^|\/)vba(?:Project|Data)[^/]*$/i;

/** The timestamp that Office writes for every part. */
const NO_TIME = new Date(1980, 0, 1);

/** An opened archive with its index. */
export interface OpenOffice {
  readonly zip: Unzipped;
  readonly entries: readonly Entry[];
}

/** Opens an office document. Throws `Malformed` if the archive is damaged or too large unpacked. */
export async function openOffice(bytes: Buffer): Promise<OpenOffice> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true });
    const entries: Entry[] = [];
    let unpacked = 0;
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      unpacked += entry.uncompressedSize;
      if (unpacked > UNPACKED_MAX_BYTES || entries.length > PARTS_MAX)
        throw new Malformed('The document is too large');
      if (MACROS.test(entry.fileName)) throw new ActiveContent('It has macros');
      if (entry.isEncrypted()) throw new Malformed('The document is encrypted');
    }
    return { zip, entries };
  } catch (error) {
    throw malformed(error);
  }
}

/**
 * Repacks an office document without its properties, thumbnail, authors' names, the metadata of its images and videos, and anything it
 * would load from elsewhere. The stream fails with `Malformed` if a part is broken, and with `ActiveContent` if one would run.
 */
export async function stripOffice({ zip, entries }: OpenOffice, depth = 1): Promise<Readable> {
  const changes = await changesOf(zip, entries);
  const packed = new ZipFile();
  const output = new PassThrough();
  packed.on('error', (error) => output.destroy(malformed(error)));
  pipeline(packed.outputStream, output, () => undefined);
  for (const entry of entries) {
    const name = entry.fileName;
    const change = changes.get(name);
    if (change === null || name.endsWith('/')) continue;
    if (change !== undefined) packed.addBuffer(change, name, { mtime: NO_TIME });
    else {
      const compress = entry.compressionMethod !== 0;
      packed.addReadStreamLazy(name, { compress, mtime: NO_TIME }, (done) => {
        openPart({ zip, entries }, entry, depth).then(
          // The ZIP library does not listen for a part's errors.
          (part) =>
            void done(
              null,
              part.once('error', (error) => output.destroy(malformed(error))),
            ),
          (error: unknown) => void done(error, Readable.from([])),
        );
      });
    }
  }
  packed.end();
  return output;
}

/** The kinds of content in a document that are not visible at once. Throws `Malformed`. */
export async function heldWords({ zip, entries }: OpenOffice): Promise<readonly HeldWords[]> {
  const found = new Set<HeldWords>();
  for (const entry of entries)
    if (canHoldWords(entry.fileName) && entry.uncompressedSize <= MEDIUM_MAX_BYTES)
      for (const each of heldWordsIn(entry.fileName, await read(zip, entry))) found.add(each);
  return [...found];
}

async function changesOf(zip: Unzipped, entries: readonly Entry[]): Promise<PropertyChanges> {
  const list = entries.find(({ fileName }) => fileName === PACKAGE_RELATIONSHIPS);
  if (list === undefined || list.uncompressedSize > MEDIUM_MAX_BYTES)
    throw new Malformed('The list of parts is missing');
  const text = String(await read(zip, list));
  const changes = propertyChanges(
    text,
    entries.map(({ fileName }) => fileName),
  );
  const safe = safeRelationships(
    PACKAGE_RELATIONSHIPS,
    changes.get(PACKAGE_RELATIONSHIPS) ?? Buffer.alloc(0),
  );
  return new Map([...changes, [PACKAGE_RELATIONSHIPS, safe]]);
}

async function openPart({ zip, entries }: OpenOffice, entry: Entry, depth: number): Promise<Readable> {
  const isRead = canNamePeople(entry.fileName) || (isXml(entry.fileName) && isText(entries));
  if (!isRead && isXml(entry.fileName)) return safeXml(await zip.openReadStreamPromise(entry));
  if (entry.uncompressedSize > MEDIUM_MAX_BYTES) throw new Malformed('A part is too large');
  const medium = await read(zip, entry);
  if (isObject(entry.fileName)) {
    refusePackage(medium);
    return Readable.from([medium]);
  }
  if (isRead) {
    const part = withoutPrograms(withoutAuthors(entry.fileName, medium));
    if (isRelationships(entry.fileName)) return Readable.from([safeRelationships(entry.fileName, part)]);
    return safeXml(Readable.from([part]));
  }
  // The list of types defines a part, whatever its name.
  if (isMarkup(medium)) return through(Readable.from([withoutPrograms(medium)]), withoutFetchingFormulas());
  if (!DOCUMENT.test(entry.fileName)) return Readable.from([await stripMedium(medium)]);
  if (depth >= DEPTH_MAX) throw new Malformed('Documents are nested too deeply');
  return await stripOffice(await openOffice(medium), depth + 1);
}

function safeXml(part: Readable): Readable {
  return through(through(part, withoutDocumentType()), withoutFetchingFormulas());
}

// Any part of a text may have fields. Sheets have none, and may be too large for memory.
function isText(entries: readonly Entry[]): boolean {
  return entries.some(({ fileName }) => /^word\/document\.xml$/i.test(fileName));
}

async function read(zip: Unzipped, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch (error) {
    throw malformed(error);
  }
}

async function stripMedium(medium: Buffer): Promise<Buffer> {
  if (isJpeg(medium)) return stripJpeg(medium);
  if (isPng(medium)) return stripPng(medium);
  const start = medium.toString('latin1', 0, 4);
  if (start === 'II*\0' || start === 'MM\0*')
    return await sharp(medium).tiff({ compression: 'lzw' }).toBuffer();
  if (start === 'RIFF' && medium.toString('latin1', 8, 12) === 'WEBP')
    return await sharp(medium, { animated: true }).webp({ quality: 90 }).toBuffer();
  if (/^(?:ftyp|moov|mdat|wide|free|skip)$/.test(medium.toString('latin1', 4, 8)))
    await stripMp4(bytesOf(medium));
  return medium;
}

// The ZIP library has no error types of its own; any error in it means that the file is broken.
function malformed(error: unknown): Malformed {
  return error instanceof Malformed
    ? error
    : new Malformed(error instanceof Error ? error.message : 'Broken');
}
