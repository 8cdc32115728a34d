import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** PDFs for tests, made rather than kept. */

interface Wanted {
  /** Pictures on its second page. */
  readonly photos?: readonly Buffer[];
  readonly password?: string;
}

/** Two pages with a text, a link, a form field, a note and pictures, which tell who wrote them wherever a PDF can. */
export async function taggedPdf({ photos = [], password }: Wanted = {}): Promise<Buffer> {
  const document = new PDFDocument({
    info: { Author: 'Mrs Adeyemi', Title: 'Oakfield draft' },
    ...(password === undefined ? {} : { userPassword: password }),
  });
  const done = collect(document);
  document.initForm();
  document.text('Dear parents').link(50, 60, 80, 20, 'https://school.example/menu');
  // A string object is a text to the library, a plain one a name.
  const author = { T: new String('Mrs Adeyemi') };
  document.note(50, 100, 20, 20, 'Bring a coat', { color: 'yellow', ...author });
  document.formText('child', 50, 200, 100, 20);
  document.addPage().text('Yours faithfully');
  for (const photo of photos) document.image(photo, 10, 200, { width: 60 });
  document.end();
  return await done;
}

/** The same as a later version of itself, with XMP, a private note of a program, a replaced name, and a comment at the end. */
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

/** What the streams of a PDF hold, unpacked: what its pages draw is among them. */
export function streamsOf(pdf: Buffer): readonly string[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/(?<!end)stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, content = '']) => {
    const bytes = Buffer.from(content, 'latin1');
    // The first byte of what is packed.
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : content;
  });
}

async function collect(document: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of document) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
