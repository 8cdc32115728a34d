import { readFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** PDFs for tests: generated, or written by other programs in `pdfs/`. */

interface Wanted {
  /** Pictures on the second page. */
  readonly photos?: readonly Buffer[];
  readonly password?: string;
  readonly title?: string;
  readonly note?: string;
}

/** Two pages with text, link, form field, note and pictures, and the author's name in all possible metadata. */
export async function taggedPdf({
  photos = [],
  password,
  title = 'Autumn menu',
  note = 'Bring a coat',
}: Wanted = {}): Promise<Buffer> {
  const document = new PDFDocument({
    info: { Author: 'Mrs Adeyemi', Title: title },
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const done = collect(document);
  document.initForm();
  // The library writes a String object as text and a plain string as a name.
  const link: object = { Contents: new String('The menu') };
  document.text('Dear parents').link(50, 60, 80, 20, 'https://school.example/menu', link);
  const author = { T: new String('Mrs Adeyemi') };
  document.note(50, 100, 20, 20, note, { color: 'yellow', ...author });
  document.formText('child', 50, 200, 100, 20);
  document.addPage().text('Yours faithfully');
  for (const photo of photos) document.image(photo, 10, 200, { width: 60 });
  document.end();
  return await done;
}

/** Pages of one picture each, like a scanner's; without pictures, one empty page. */
export async function scannedPdf(photos: readonly Buffer[]): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: photos.length === 0 });
  const done = collect(document);
  for (const photo of photos) document.addPage().image(photo, 0, 0, { width: 600 });
  document.end();
  return await done;
}

/** Appends an incremental update with XMP, private data of a program, a replaced author, and a comment at the end. */
export function revisedPdf(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const root = /\/Root (\d+) 0 R/.exec(text)?.[1] ?? '';
  const size = Number(/\/Size (\d+)/.exec(text)?.[1]);
  const catalog = new RegExp(`\\n${root} 0 obj\\n<<([\\s\\S]*?)>>\\nendobj`).exec(text)?.[1] ?? '';
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:AuthorsPosition="Mrs Adeyemi"/></rdf:RDF></x:xmpmeta>';
  const objects = {
    [root]: `<<${catalog}/Metadata ${size} 0 R /PieceInfo <</Program <</Private (Oakfield)>>>>>>`,
    [size]: `<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>\nstream\n${xmp}\nendstream`,
    [size + 1]: '<</Author (Mr Oakfield)>>',
    [size + 2]: '(Mrs Adeyemi, deleted)',
  };
  let update = '';
  let table = 'xref\n';
  for (const [number, object] of Object.entries(objects)) {
    const at = pdf.length + update.length;
    table += `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    update += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const previous = /startxref\n(\d+)/.exec(text)?.[1] ?? '';
  const trailer = `trailer\n<</Size ${size + 3} /Root ${root} 0 R /Info ${size + 1} 0 R /Prev ${previous}>>`;
  const end = `startxref\n${pdf.length + update.length}\n%%EOF\n% Mrs Adeyemi\n`;
  return Buffer.concat([pdf, Buffer.from(`${update}${table}${trailer}\n${end}`, 'latin1')]);
}

/** A PDF written by another program, from the folder `pdfs`. */
export async function foreignPdf(name: string): Promise<Buffer> {
  return await readFile(new URL(`./pdfs/${name}.pdf`, import.meta.url));
}

/** The page content of `elaboratePdf`. Its last byte is a line break. */
export const DRAWN = 'BT (Downstream, dear parents) Tj ET\n';

/**
 * A PDF with valid but rare features: an object stream whose filter is a list, lengths defined after their streams, no line
 * break at the end of streams, keywords of the format in metadata, a doubly compressed JPEG, and names in a thread, a layer
 * and paths of links.
 */
export function elaboratePdf(photo: Buffer): Buffer {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/">Up the stream with Mrs Adeyemi</x:xmpmeta>';
  const packed = deflateSync(photo);
  const listed: readonly (readonly [number, string])[] = [
    [2, '<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [
      3,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</XObject<</P 8 0 R>>>>/Annots[${ANNOTATIONS}]>>`,
    ],
    [9, '<</Type/Thread/I<</Author(Mrs Adeyemi)>>>>'],
    [
      10,
      '<</Type/OCG/Name(Menu)/Usage<</CreatorInfo<</Creator(Mrs Adeyemi)>>/User<</Type/Ind/Name(Mr Oakfield)>>>>>>',
    ],
  ];
  const list = listed.map(([, object]) => object);
  const places = listed
    .map(([number], at) => `${number} ${list.slice(0, at).join(' ').length + (at && 1)}`)
    .join(' ');
  const objects = deflateSync(Buffer.from(`${places} ${list.join(' ')}`));
  const photoKeys = '/Type/XObject/Subtype/Image/Width 60/Height 40/ColorSpace/DeviceRGB/BitsPerComponent 8';
  return withReferences([
    [1, '<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R/Threads[9 0 R]/OCProperties<</OCGs[10 0 R]/D<<>>>>>>'],
    [6, '<</Type/Metadata/Subtype/XML/Length 7 0 R>>', Buffer.from(xmp)],
    [7, String(xmp.length)],
    [4, '<</Length 5 0 R>>', Buffer.from(DRAWN)],
    [5, String(DRAWN.length)],
    [
      8,
      `<<${photoKeys}/Filter[/FlateDecode/DCTDecode]/DecodeParms[null null]/Length ${packed.length}>>`,
      packed,
    ],
    [
      11,
      `<</Type/ObjStm/N 4/First ${places.length + 1}/Filter[/FlateDecode]/Length ${objects.length}>>`,
      objects,
    ],
    [12, '<</Author(Mrs Adeyemi)>>'],
  ]);
}

const ANNOTATIONS =
  '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://school.example/menu)>>>>' +
  '<</Type/Annot/Subtype/Link/Rect[0 9 9 9]/A<</S/URI/URI(file:///C:/Users/Adeyemi/menu.pdf)>>>>' +
  '<</Type/Annot/Subtype/Text/Rect[9 9 9 9]/T(Mrs Adeyemi)/Contents(Bring a coat)>>';

const WIDTH = 6;

type Written = readonly [number: number, dictionary: string, stream?: Buffer];

/** A PDF 1.5 of these objects. The first is the root, the last the document information. */
function withReferences(objects: readonly Written[]): Buffer {
  const parts = [Buffer.from('%PDF-1.5\n')];
  const places = new Map<number, number>();
  let at = parts[0]?.length ?? 0;
  for (const [number, dictionary, stream] of objects) {
    places.set(number, at);
    const body = stream === undefined ? [] : ['stream\n', stream, 'endstream'];
    const written = [`${number} 0 obj\n${dictionary}`, ...body, '\nendobj\n'];
    const bytes = Buffer.concat(written.map((each) => Buffer.from(each)));
    parts.push(bytes);
    at += bytes.length;
  }
  const size = 14;
  const table = Buffer.alloc(size * WIDTH);
  for (const [number, place] of places) {
    table.writeUInt8(1, number * WIDTH);
    table.writeUInt32BE(place, number * WIDTH + 1);
  }
  // The objects in object stream 11.
  for (const [index, number] of [2, 3, 9, 10].entries()) table.set([2, 0, 0, 0, 11, index], number * WIDTH);
  const [first, last] = [objects.at(0)?.[0], objects.at(-1)?.[0]];
  const keys = `/Type/XRef/W[1 4 1]/Size ${size}/Root ${first} 0 R/Info ${last} 0 R/Length ${table.length}`;
  parts.push(Buffer.from(`13 0 obj\n<<${keys}>>stream\n`), table);
  return Buffer.concat([...parts, Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`)]);
}

/** The decompressed streams of a PDF, including the contents of its pages. */
export function streamsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/(?<!end)stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content = '']) => {
    const bytes = Buffer.from(content, 'latin1');
    // 0x78 is the first byte of zlib data.
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : content;
  });
}

async function collect(document: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
