import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
  PDFWriter,
} from '@cantoo/pdf-lib';
import { Malformed } from './bytes.ts';
import { stripJpeg } from './embedded-pictures.ts';
import { withoutFolder } from './local-paths.ts';
import { filtersOf, readPdf } from './pdf-reader.ts';

const names = (...keys: string[]) => keys.map((key) => PDFName.of(key));
const KEY = {
  byteRange: PDFName.of('ByteRange'),
  metadata: PDFName.of('Metadata'),
  rectangle: PDFName.of('Rect'),
  subtype: PDFName.of('Subtype'),
  threads: PDFName.of('Threads'),
};
/** Private data of programs, where a page came from, and where its pictures lay. */
const OF_ITS_MAKER = names('PieceInfo', 'LastModified', 'SpiderInfo', 'OPI');
const OF_A_COMMENT = names('M', 'CreationDate');
/** Who wrote a comment; what a field of a form is called. */
const TITLE = PDFName.of('T');
const FORM_FIELD = PDFName.of('Widget');
const THREAD_PROPERTIES = PDFName.of('I');
/** By dictionary in which they stand: who made a layer or whom it is for, and the times of an attached file. */
const WITHIN: readonly (readonly [PDFName, readonly PDFName[]])[] = [
  [PDFName.of('Usage'), names('CreatorInfo', 'User')],
  [PDFName.of('Params'), names('CreationDate', 'ModDate')],
];
/** Where links and attached files lead; what a picture shows, for which Word once wrote where it lay. */
const OFTEN_PATHS = names('URI', 'F', 'UF', 'Alt');
/** What stays as it is: attached files, XML forms, films and sounds. */
const UNTOUCHED = names('EF', 'XFA', 'RichMediaContent', 'Rendition', 'Sound');
const FILTER = PDFName.of('Filter');
const PARAMETERS = PDFName.of('DecodeParms');
const FLATE = PDFName.of('FlateDecode');
const JPEG = PDFName.of('DCTDecode');
const JPEG_2000 = PDFName.of('JPXDecode');
const PHOTO_MAX_BYTES = 50 * 1024 * 1024;

/** A PDF that was written anew. */
export interface StrippedPdf {
  readonly bytes: Uint8Array;
  /** Whether something in it that may tell who made it stays, as an attached file does. */
  readonly keepsMetadata: boolean;
}

/**
 * Writes a PDF anew without its properties, the authors of its comments, the metadata of its photographs, and all that it
 * does not show: older versions, what was deleted, what comes after its end. Null for one that would not survive it, because
 * it is encrypted or signed. Throws where it cannot be read. Takes seconds, and changes the library: for a thread of its own.
 */
export async function stripPdf(bytes: Uint8Array): Promise<StrippedPdf | null> {
  const context = await readPdf(bytes);
  if (context.trailerInfo.Encrypt !== undefined) return null;
  delete context.trailerInfo.Info;
  const stripped = strip(context);
  if (stripped === null) return null;
  const { shown, keepsMetadata } = stripped;
  for (const [reference] of context.enumerateIndirectObjects())
    if (!shown.has(reference)) context.delete(reference);
  context.largestObjectNumber = [...shown].reduce(
    (most, { objectNumber }) => Math.max(most, objectNumber),
    0,
  );
  const writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
  const written = await writer.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { bytes: written, keepsMetadata };
}

interface Stripped {
  /** The references to all that is left. */
  readonly shown: ReadonlySet<PDFRef>;
  readonly keepsMetadata: boolean;
}

/** Strips all that can be reached from the document's root; null where one of it is a signature. */
function strip(context: PDFContext): Stripped | null {
  const { Root: root } = context.trailerInfo;
  if (!(context.lookup(root) instanceof PDFDict)) throw new Malformed('It has no root');
  const shown = new Set<PDFRef>();
  const left: (PDFObject | undefined)[] = [root];
  let keepsMetadata = false;
  while (left.length > 0) {
    const object = left.pop();
    if (object instanceof PDFRef && !shown.has(object)) {
      shown.add(object);
      withoutPhotoMetadata(context, object);
      left.push(context.lookup(object));
    }
    if (object instanceof PDFArray) for (const item of object.asArray()) left.push(item);
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    if (dict.has(KEY.byteRange)) return null;
    stripDictionary(dict);
    keepsMetadata ||= UNTOUCHED.some((key) => dict.has(key)) || filtersOf(dict).includes(JPEG_2000);
    for (const value of dict.values()) left.push(value);
  }
  return { shown, keepsMetadata };
}

function stripDictionary(dict: PDFDict): void {
  // Any other thing can be called so as well.
  if (dict.lookup(KEY.metadata) instanceof PDFStream) dict.delete(KEY.metadata);
  deleteAll(dict, OF_ITS_MAKER);
  if (dict.has(KEY.rectangle) && dict.has(KEY.subtype)) {
    deleteAll(dict, OF_A_COMMENT);
    if (dict.lookup(KEY.subtype) !== FORM_FIELD) dict.delete(TITLE);
  }
  for (const [key, told] of WITHIN) deleteAll(dict.lookup(key), told);
  const threads = dict.lookup(KEY.threads);
  if (threads instanceof PDFArray)
    for (const thread of threads.asArray()) deleteAll(dict.context.lookup(thread), [THREAD_PROPERTIES]);
  for (const key of OFTEN_PATHS) withoutOwnFolder(dict, key);
}

function deleteAll(object: PDFObject | undefined, keys: readonly PDFName[]): void {
  if (object instanceof PDFDict) for (const key of keys) object.delete(key);
}

function withoutOwnFolder(dict: PDFDict, key: PDFName): void {
  const value = dict.lookup(key);
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return;
  const text = value.decodeText();
  const name = withoutFolder(text);
  if (name !== text) dict.set(key, PDFHexString.of(Buffer.from(name, 'latin1').toString('hex')));
}

// Some programs pack a JPEG once more.
function withoutPhotoMetadata(context: PDFContext, reference: PDFRef): void {
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) return;
  const filters = filtersOf(stream.dict);
  if (!filters.includes(JPEG)) return;
  const packings = filters.slice(0, -1);
  if (filters.at(-1) !== JPEG || packings.some((each) => each !== FLATE))
    throw new Malformed('A picture is packed in an unusual way');
  const { buffer, byteOffset, byteLength } = stream.getContents();
  const unpacked = packings.reduce<Buffer>(
    (bytes) => inflateSync(bytes, { maxOutputLength: PHOTO_MAX_BYTES }),
    Buffer.from(buffer, byteOffset, byteLength),
  );
  stream.dict.set(FILTER, JPEG);
  const parameters = stream.dict.lookup(PARAMETERS);
  const last = parameters instanceof PDFArray ? parameters.asArray().at(-1) : parameters;
  if (last === undefined || (packings.length > 0 && !(parameters instanceof PDFArray)))
    stream.dict.delete(PARAMETERS);
  else stream.dict.set(PARAMETERS, last);
  context.assign(reference, PDFRawStream.of(stream.dict, stripJpeg(unpacked)));
}
