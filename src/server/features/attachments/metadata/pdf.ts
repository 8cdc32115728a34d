import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFWriter,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { Malformed } from './bytes.ts';
import { stripJpeg } from './embedded-pictures.ts';

/** What the lists of objects in a PDF may take unpacked, all together; in a file of 25 MB they take some 50 MB at most. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024;

const KEY = {
  byteRange: PDFName.of('ByteRange'),
  filter: PDFName.of('Filter'),
  metadata: PDFName.of('Metadata'),
  rectangle: PDFName.of('Rect'),
  subtype: PDFName.of('Subtype'),
};
const OF_ITS_MAKER = ['PieceInfo', 'LastModified'].map((key) => PDFName.of(key));
/** Who wrote a comment, and when. */
const OF_ITS_AUTHOR = ['T', 'M', 'CreationDate'].map((key) => PDFName.of(key));
const FORM_FIELD = PDFName.of('Widget');
const JPEG = PDFName.of('DCTDecode');

/**
 * Writes a PDF anew without its properties, the authors of its comments, the metadata of its photographs, and all that it
 * does not show: older versions, what was deleted, what comes after its end. Null for one that would not survive it, because
 * it is encrypted or signed. Throws where it cannot be read. Takes seconds, and changes the library: for a thread of its own.
 */
export async function stripPdf(bytes: Uint8Array): Promise<Uint8Array | null> {
  limitUnpacking();
  const context = await PDFParser.forBytesWithOptions(bytes, Number.POSITIVE_INFINITY, true).parseDocument();
  if (context.trailerInfo.Encrypt !== undefined) return null;
  delete context.trailerInfo.Info;
  const shown = strip(context);
  if (shown === null) return null;
  for (const [reference] of context.enumerateIndirectObjects())
    if (!shown.has(reference)) context.delete(reference);
  const writer = context.pdfFileDetails.useObjectStreams ? PDFStreamWriter : PDFWriter;
  return await writer.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

// The library unpacks such lists while it reads, however large they become.
function limitUnpacking(): void {
  let left = UNPACKED_MAX_BYTES;
  const measure = ({ dict, contents }: PDFRawStream) => {
    const filter = dict.lookup(KEY.filter);
    if (filter === undefined) return;
    if (filter !== PDFName.of('FlateDecode')) throw new Malformed('Packed in an unusual way');
    left -= inflateSync(contents, { maxOutputLength: Math.max(left, 1) }).length;
  };
  const { forStream: objects } = PDFObjectStreamParser;
  PDFObjectStreamParser.forStream = (stream, wait) => {
    measure(stream);
    return objects(stream, wait);
  };
  const { forStream: references } = PDFXRefStreamParser;
  PDFXRefStreamParser.forStream = (stream) => {
    measure(stream);
    return references(stream);
  };
}

/** Strips all that can be reached from the document's root. Gives the references to it; null where one of it is a signature. */
function strip(context: PDFContext): ReadonlySet<PDFRef> | null {
  const { Root: root } = context.trailerInfo;
  if (!(context.lookup(root) instanceof PDFDict)) throw new Malformed('It has no root');
  const shown = new Set<PDFRef>();
  const left: (PDFObject | undefined)[] = [root];
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
    for (const value of dict.values()) left.push(value);
  }
  return shown;
}

function stripDictionary(dict: PDFDict): void {
  // Any other thing can be called so as well.
  if (dict.lookup(KEY.metadata) instanceof PDFStream) dict.delete(KEY.metadata);
  for (const key of OF_ITS_MAKER) dict.delete(key);
  const isComment = dict.has(KEY.rectangle) && dict.has(KEY.subtype);
  if (isComment && dict.lookup(KEY.subtype) !== FORM_FIELD) for (const key of OF_ITS_AUTHOR) dict.delete(key);
}

function withoutPhotoMetadata(context: PDFContext, reference: PDFRef): void {
  const stream = context.lookup(reference);
  if (!(stream instanceof PDFRawStream)) return;
  const filter = stream.dict.lookup(KEY.filter);
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  if (only !== JPEG) return;
  const { buffer, byteOffset, byteLength } = stream.getContents();
  const stripped = stripJpeg(Buffer.from(buffer, byteOffset, byteLength));
  context.assign(reference, PDFRawStream.of(stream.dict, stripped));
}
