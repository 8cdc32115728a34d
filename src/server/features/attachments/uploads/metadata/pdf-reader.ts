import { inflateSync } from 'node:zlib';
import {
  PDFArray,
  type PDFContext,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
} from '@cantoo/pdf-lib';
import { Malformed } from './bytes.ts';

/** The unpacked size allowed for all object streams of a PDF; a file of 25 MB needs about 50 MB at most. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024;

const FLATE = PDFName.of('FlateDecode');
const FILTER = PDFName.of('Filter');
const LENGTH = PDFName.of('Length');
/** An object that is only a number, as when a stream's length is written after the stream. */
const NUMBER_OBJECT = /(?<=\s)(\d{1,10})\s+(\d{1,5})\s+obj\s+(\d{1,10})\s+endobj/g;

/**
 * Reads all objects of a PDF. Throws if one cannot be read reliably: the library would guess, and a wrong guess at a
 * stream's end loses the objects after it. Patches the library, so it must run in a child process.
 */
export async function readPdf(bytes: Uint8Array): Promise<PDFContext> {
  limitUnpacking();
  const context = await new Reader(bytes).parseDocument();
  for (const [, object] of context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream) requireWhole(object);
  return context;
}

/** A stream's filters, in decoding order. */
export function filtersOf(dict: PDFDict): readonly (PDFObject | undefined)[] {
  const filter = dict.lookup(FILTER);
  if (filter instanceof PDFArray) return filter.asArray().map((each) => dict.context.lookup(each));
  return filter === undefined ? [] : [filter];
}

// A stream's length may be a separate object. The library then looks for the next 'endstream' and finds a wrong end if
// the content contains that word or 'stream', or ends in a line break.
class Reader extends PDFParser {
  readonly #numbers: ReadonlyMap<PDFRef, PDFNumber>;

  constructor(bytes: Uint8Array) {
    super(bytes, Number.POSITIVE_INFINITY, true);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
    this.#numbers = new Map(
      Array.from(text.matchAll(NUMBER_OBJECT), ([, number, generation, value]) => [
        PDFRef.of(Number(number), Number(generation)),
        PDFNumber.of(Number(value)),
      ]),
    );
  }

  protected override parseDict(reference?: PDFRef): PDFDict {
    const dict = super.parseDict(reference);
    const length = dict.get(LENGTH);
    const number = length instanceof PDFRef ? this.#numbers.get(length) : undefined;
    if (number !== undefined) dict.set(LENGTH, number);
    return dict;
  }
}

function requireWhole({ dict, contents }: PDFRawStream): void {
  const length = dict.lookup(LENGTH);
  if (!(length instanceof PDFNumber) || length.asNumber() !== contents.length)
    throw new Malformed('A stream’s length is wrong');
}

// The library unpacks object streams while it reads, without a size limit.
function limitUnpacking(): void {
  let bytesLeft = UNPACKED_MAX_BYTES;
  const measure = ({ dict, contents }: PDFRawStream) => {
    const filters = filtersOf(dict);
    if (filters.length === 0) return;
    if (filters.length > 1 || filters[0] !== FLATE) throw new Malformed('Packed in an unusual way');
    bytesLeft -= inflateSync(contents, { maxOutputLength: Math.max(bytesLeft, 1) }).length;
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
