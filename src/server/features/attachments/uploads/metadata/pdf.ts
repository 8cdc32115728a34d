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
import { ActiveContent } from './active-content.ts';
import { Malformed } from './bytes.ts';
import { stripJpeg } from './embedded-pictures.ts';
import { withoutFolder } from './local-paths.ts';
import { removeActions } from './pdf-actions.ts';
import { isComment } from './pdf-comments.ts';
import { filtersOf, readPdf } from './pdf-reader.ts';

const names = (...keys: string[]) => keys.map((key) => PDFName.of(key));
const KEY = {
  byteRange: PDFName.of('ByteRange'),
  metadata: PDFName.of('Metadata'),
  rectangle: PDFName.of('Rect'),
  subtype: PDFName.of('Subtype'),
  threads: PDFName.of('Threads'),
  type: PDFName.of('Type'),
};
const IMAGE = PDFName.of('Image');
const FONT = PDFName.of('Font');
/** Private data of programs, and the origin of pages and images. */
const PRIVATE_KEYS = names('PieceInfo', 'LastModified', 'SpiderInfo', 'OPI');
const ANNOTATION_TIMES = names('M', 'CreationDate');
/** An annotation's author, but a form field's name. */
const TITLE = PDFName.of('T');
const FORM_FIELD = PDFName.of('Widget');
const THREAD_PROPERTIES = PDFName.of('I');
/** Keys of nested dictionaries: a layer's creator and intended user, and an attached file's times. */
const NESTED_KEYS: readonly (readonly [PDFName, readonly PDFName[]])[] = [
  [PDFName.of('Usage'), names('CreatorInfo', 'User')],
  [PDFName.of('Params'), names('CreationDate', 'ModDate')],
];
/** Targets of links and attached files, and alternative texts, for which Word used to write an image's path. */
const PATH_KEYS = names('URI', 'F', 'UF', 'Alt');
/** Types that stay unchanged: videos and sounds. */
const UNTOUCHED = names('RichMediaContent', 'Rendition', 'Sound');
const FILTER = PDFName.of('Filter');
const PARAMETERS = PDFName.of('DecodeParms');
const FLATE = PDFName.of('FlateDecode');
const JPEG = PDFName.of('DCTDecode');
const JPEG_2000 = PDFName.of('JPXDecode');
const PHOTO_MAX_BYTES = 50 * 1024 * 1024;

/** A rewritten PDF. */
export interface StrippedPdf {
  readonly bytes: Uint8Array;
  /** Whether it may still contain personal metadata, as in an attached file. */
  readonly keepsMetadata: boolean;
  /** Whether it has pictures and no font: scanned pages, without text for a screen reader. */
  readonly isScan: boolean;
  /** Whether it had files attached. */
  readonly losesFiles: boolean;
  /** Whether it has comments, which stay. */
  readonly hasComments: boolean;
}

/**
 * Rewrites a PDF without its properties (except its title, which screen readers say first), the authors of annotations, the metadata of
 * photographs, anything that runs by itself, attached files, and everything unreachable: older versions, deleted objects, trailing data.
 * Null if it is encrypted or signed. Throws `ActiveContent` if it runs something and cannot be changed, and other errors if it cannot be
 * read. Takes seconds and patches the library, so it must run in a child process.
 */
export async function stripPdf(bytes: Uint8Array): Promise<StrippedPdf | null> {
  const context = await readPdf(bytes);
  if (context.trailerInfo.Encrypt !== undefined) return null;
  const title = titleOf(context);
  delete context.trailerInfo.Info;
  const { reachable, isSigned, isActive, ...found } = strip(context);
  if (isSigned && isActive) throw new ActiveContent('It runs something and may not be changed');
  if (isSigned) return null;
  for (const [reference] of context.enumerateIndirectObjects())
    if (!reachable.has(reference)) context.delete(reference);
  context.largestObjectNumber = [...reachable].reduce(
    (most, { objectNumber }) => Math.max(most, objectNumber),
    0,
  );
  if (title !== null)
    context.trailerInfo.Info = context.register(context.obj({ Title: PDFHexString.fromText(title) }));
  const writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
  const written = await writer.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
  return { bytes: written, ...found };
}

// Word writes the file's path where nobody gave a title.
function titleOf(context: PDFContext): string | null {
  const info = context.lookup(context.trailerInfo.Info);
  const title = info instanceof PDFDict ? info.lookup(PDFName.of('Title')) : undefined;
  if (!(title instanceof PDFString || title instanceof PDFHexString)) return null;
  const words = title.decodeText().trim();
  return words === '' || /[\\/]|\.[a-z]{3,4}$/i.test(words) ? null : words;
}

interface Stripped extends Omit<StrippedPdf, 'bytes'> {
  /** References to all reachable objects. */
  readonly reachable: ReadonlySet<PDFRef>;
  readonly isSigned: boolean;
  readonly isActive: boolean;
}

/** Strips all objects that are reachable from the root. */
function strip(context: PDFContext): Stripped {
  const { Root: root } = context.trailerInfo;
  if (!(context.lookup(root) instanceof PDFDict)) throw new Malformed('It has no root');
  const reachable = new Set<PDFRef>();
  const pending: (PDFObject | undefined)[] = [root];
  let keepsMetadata = false;
  let isSigned = false;
  let isActive = false;
  let losesFiles = false;
  let hasComments = false;
  let hasPicture = false;
  let hasFont = false;
  while (pending.length > 0) {
    const object = pending.pop();
    if (object instanceof PDFRef && !reachable.has(object)) {
      reachable.add(object);
      stripPhoto(context, object);
      pending.push(context.lookup(object));
    }
    if (object instanceof PDFArray) for (const item of object.asArray()) pending.push(item);
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    isSigned ||= dict.has(KEY.byteRange);
    const removed = removeActions(dict);
    isActive ||= removed !== null;
    losesFiles ||= removed === 'files';
    stripDictionary(dict);
    keepsMetadata ||= UNTOUCHED.some((key) => dict.has(key)) || filtersOf(dict).includes(JPEG_2000);
    hasComments ||= isComment(dict);
    hasPicture ||= dict.lookup(KEY.subtype) === IMAGE;
    hasFont ||= dict.lookup(KEY.type) === FONT;
    for (const value of dict.values()) pending.push(value);
  }
  const isScan = hasPicture && !hasFont;
  return { reachable, isSigned, isActive, losesFiles, hasComments, keepsMetadata, isScan };
}

function stripDictionary(dict: PDFDict): void {
  // Other objects may have a key of this name too.
  if (dict.lookup(KEY.metadata) instanceof PDFStream) dict.delete(KEY.metadata);
  deleteAll(dict, PRIVATE_KEYS);
  if (dict.has(KEY.rectangle) && dict.has(KEY.subtype)) {
    deleteAll(dict, ANNOTATION_TIMES);
    if (dict.lookup(KEY.subtype) !== FORM_FIELD) dict.delete(TITLE);
  }
  for (const [key, nested] of NESTED_KEYS) deleteAll(dict.lookup(key), nested);
  const threads = dict.lookup(KEY.threads);
  if (threads instanceof PDFArray)
    for (const thread of threads.asArray()) deleteAll(dict.context.lookup(thread), [THREAD_PROPERTIES]);
  for (const key of PATH_KEYS) removeLocalFolder(dict, key);
}

function deleteAll(object: PDFObject | undefined, keys: readonly PDFName[]): void {
  if (object instanceof PDFDict) for (const key of keys) object.delete(key);
}

function removeLocalFolder(dict: PDFDict, key: PDFName): void {
  const value = dict.lookup(key);
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return;
  const text = value.decodeText();
  const name = withoutFolder(text);
  if (name !== text) dict.set(key, PDFHexString.of(Buffer.from(name, 'latin1').toString('hex')));
}

// Some programs compress a JPEG a second time.
function stripPhoto(context: PDFContext, reference: PDFRef): void {
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
