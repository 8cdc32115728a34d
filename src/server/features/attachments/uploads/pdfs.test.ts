import { deflateSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFString } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UPLOAD_MESSAGES } from '#contract/errors.ts';
import { uploadWarning } from '#contract/files.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { exifToolTags } from '#test/exiftool.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, sendFile, uploadFile } from '#test/files.ts';
import { DRAWN, elaboratePdf, foreignPdf, revisedPdf, scannedPdf, streamsOf, taggedPdf } from '#test/pdfs.ts';
import { photograph } from '#test/pictures.ts';

/** PDFs of many programs keep their content and lose personal metadata, or the uploader is warned that it stays. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

const PERSONAL_DATA = /Adeyemi|Oakfield|LibreOffice|Ghostscript|Chromium|Skia/;

/** Uploads a PDF; resolves to the served bytes and whether the uploader is warned about remaining metadata. */
async function uploadAndServe(sent: Buffer) {
  const stored = await uploadFile(test, school.owner, sent, 'a.pdf');
  const { url, keeps_metadata: keeps = false } = stored;
  return { served: (await fetchFile(test, url)).rawPayload, keeps, says: uploadWarning(stored) };
}

/** The content streams and link targets of a PDF's pages. */
async function contentOf(pdf: Buffer) {
  const document = await PDFDocument.load(pdf, { throwOnInvalidObject: true, updateMetadata: false });
  return document.getPages().map(({ node }) => {
    const contents = node.Contents();
    const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
    return {
      drawn: streams.map((each) => {
        const stream = each && document.context.lookup(each);
        return stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString('latin1') : null;
      }),
      links: (node.Annots()?.asArray() ?? []).map((each) => {
        const action = document.context.lookup(each, PDFDict).lookup(PDFName.of('A'));
        const address = action instanceof PDFDict ? action.lookup(PDFName.of('URI')) : null;
        return address instanceof PDFString ? address.decodeText() : null;
      }),
    };
  });
}

it.each(['linearised', 'libreoffice', 'ghostscript', 'chromium'])(
  'a PDF of the kind %s keeps its content and loses its author’s data',
  async (name) => {
    const sent = await foreignPdf(name);
    const leaked = (found: ReadonlyMap<string, string>) =>
      [...found].filter(([tag, value]) => tag !== 'PDF:Title' && PERSONAL_DATA.test(value));
    const before = await exifToolTags(sent);
    expect(leaked(before)).not.toEqual([]);
    const { served, keeps } = await uploadAndServe(sent);
    const found = await exifToolTags(served);
    expect(leaked(found)).toEqual([]);
    expect([...found.keys()].filter((tag) => /Error|Warning|XMP|Author|Date/.test(tag))).toEqual([]);
    // Screen readers say the title first.
    expect(found.get('PDF:Title')).toBe(before.get('PDF:Title'));
    expect(found.get('PDF:PageCount')).toBe(before.get('PDF:PageCount'));
    expect(streamsOf(served).filter((stream) => PERSONAL_DATA.test(stream))).toEqual([]);
    expect(await contentOf(served)).toEqual(await contentOf(sent));
    expect(keeps).toBe(false);
  },
);

it('a PDF with rare features loses no object, but all personal data', async () => {
  const photo = await photograph(60, 40);
  const { served, keeps } = await uploadAndServe(elaboratePdf(photo));
  expect(await contentOf(served)).toEqual([
    { drawn: [DRAWN], links: ['https://school.example/menu', null, null] },
  ]);
  const all = served.toString('latin1') + streamsOf(served).join();
  expect(all).not.toMatch(/Adeyemi|Oakfield/);
  expect(all).toContain('Bring a coat');
  const jpeg = streamsOf(served).find((stream) => stream.startsWith('\xff\xd8')) ?? '';
  const pixels = (from: Buffer) => sharp(from).raw().toBuffer();
  expect((await pixels(Buffer.from(jpeg, 'latin1'))).equals(await pixels(photo))).toBe(true);
  expect([...(await exifToolTags(Buffer.from(jpeg, 'latin1'))).values()].join()).not.toMatch(
    /Adeyemi|Oakfield/,
  );
  expect(keeps).toBe(false);
});

it.each([
  ['Microsoft Word - menu.docx', undefined],
  ['C:\\Users\\adeyemi\\menu', undefined],
  ['Menü für Mai', 'Menü für Mai'],
])('of a PDF with the title %s, the title is %s', async (title, kept) => {
  const { served } = await uploadAndServe(await taggedPdf({ title }));
  expect((await exifToolTags(served)).get('PDF:Title')).toBe(kept);
});

it('a PDF keeps its pages, texts, links, notes and fields', async () => {
  const original = await taggedPdf();
  const { url } = await uploadFile(test, school.owner, revisedPdf(original), 'a.pdf');
  const served = (await fetchFile(test, url)).rawPayload;
  expect(streamsOf(served).toSorted()).toEqual(streamsOf(original).toSorted());
  expect((await exifToolTags(served)).get('PDF:PageCount')).toBe('2');
  const text = served.toString('latin1');
  for (const kept of ['(https://school.example/menu)', '/T (child)', '/FT /Tx', '(Bring a coat)'])
    expect(text).toContain(kept);
  expect(text.match(/%%EOF/g)).toHaveLength(1);
});

it.each([
  ['a line break', '\n'],
  ['a byte order mark and a word', '\ufeffHEADSECRET Oakfield\n'],
  ['binary data', '\0\x01\x02'.repeat(300)],
])('a PDF that begins after %s is cleaned as well, and loses that prefix', async (_, before) => {
  const sent = Buffer.concat([Buffer.from(before), revisedPdf(await taggedPdf())]);
  const { content_type, url } = await uploadFile(test, school.owner, sent, 'a.pdf');
  expect(content_type).toBe('application/pdf');
  const served = (await fetchFile(test, url)).rawPayload;
  expect(served.toString('latin1')).toMatch(/^%PDF-/);
  expect(served.toString('latin1')).not.toMatch(/Adeyemi|Oakfield|HEADSECRET/);
  expect(await contentOf(served)).toEqual(await contentOf(await taggedPdf()));
});

it('a PDF that begins after markup is refused', async () => {
  const sent = Buffer.concat([Buffer.from('<script>1</script>'), await taggedPdf()]);
  expect((await sendFile(test, school.owner, sent, 'a.pdf')).status).toBe(415);
});

it('a text that mentions a PDF header is a text', async () => {
  const sent = Buffer.from('The file begins with %PDF-1.7 and ends with %%EOF\n');
  const { content_type } = await uploadFile(test, school.owner, sent, 'a.txt');
  expect(content_type).toBe('text/plain');
});

it.each([
  ['is locked by a password', async () => await taggedPdf({ password: 'Oakfield' })],
  ['is protected and opens without a password', () => foreignPdf('protected')],
  ['is signed', async () => Buffer.from(await signedPdf(), 'latin1')],
  ['is too large unpacked', packedPdf],
  ['has a stream with a wrong length', wrongLength],
])('a PDF that %s stays unchanged, with a warning', async (_, make) => {
  const sent = await make();
  const { served, keeps } = await uploadAndServe(sent);
  expect(served.equals(sent)).toBe(true);
  expect(keeps).toBe(true);
});

it.each([
  ['in its first page', async () => (await taggedPdf()).subarray(0, 900)],
  ['in one that begins with its first page', async () => halfOf(await foreignPdf('linearised'))],
  ['in one with packed objects', async () => halfOf(await foreignPdf('chromium'))],
])('a PDF that was cut off %s is refused as other damaged files are', async (_, make) => {
  const refused = await sendFile(test, school.owner, await make(), 'a.pdf');
  expect([refused.status, refused.error().error_message]).toEqual([400, UPLOAD_MESSAGES.fileContent]);
});

it('a PDF that only lacks its index and its end gets new ones', async () => {
  const sent = await taggedPdf();
  const { served, keeps } = await uploadAndServe(sent.subarray(0, sent.indexOf('xref')));
  expect(await contentOf(served)).toEqual(await contentOf(sent));
  expect(served.toString('latin1')).toMatch(/%%EOF\s*$/);
  expect(keeps).toBe(false);
});

const halfOf = (pdf: Buffer) => pdf.subarray(0, pdf.length / 2);

/** A PDF whose catalog has one more entry. */
async function pdfWith(entry: string): Promise<Buffer> {
  // The document's own names come later, and would win.
  const text = (await taggedPdf()).toString('latin1').replace(/\/Names \d+ 0 R/, '');
  return Buffer.from(text.replace('/Type /Catalog', `/Type /Catalog ${entry}`), 'latin1');
}

const ATTACHED = '<</Type /Filespec /F (C:\\\\Users\\\\Adeyemi\\\\a.txt) /EF <</F (EVIL)>>>>';
const SCRIPT = '<</S /JavaScript /JS (EVIL)>>';

it.each([
  ['a script at its opening', `/OpenAction ${SCRIPT}`],
  ['an address at its opening', '/OpenAction <</S /URI /URI (https://EVIL.example)>>'],
  ['a script after a jump', `/OpenAction <</S /GoTo /D [0 /Fit] /Next [${SCRIPT}]>>`],
  ['scripts by name', `/Names <</JavaScript <</Names [(a) ${SCRIPT}]>>>>`],
  ['a script when it is printed', `/AA <</WP ${SCRIPT}>>`],
  ['a program', '/Extra <</S /Launch /Win <</F (EVIL)>>>>'],
  ['a name written as numbers', '/OpenAction <</S /J#61vaScript /JS (EVIL)>>'],
  ['a form with scripts', '/AcroForm <</Fields [] /XFA (EVIL)>>'],
  ['an attached file', `/AF [${ATTACHED}]`],
  ['attached files by name', `/Names <</EmbeddedFiles <</Names [(a) ${ATTACHED}]>>>>`],
])('a PDF loses %s, and keeps its pages', async (what, entry) => {
  const { served, keeps, says } = await uploadAndServe(await pdfWith(entry));
  expect(served.toString('latin1') + streamsOf(served).join()).not.toMatch(/EVIL|Adeyemi|JavaScript|Launch/);
  expect(await contentOf(served)).toEqual(await contentOf(await taggedPdf()));
  expect(keeps).toBe(false);
  // Scripts are removed without a warning.
  const isAttached = /^(an )?attached/.test(what);
  expect(says).toContain(isAttached ? 'attached to this PDF' : 'still holds comments');
});

it('a PDF keeps where it opens, and fonts named like actions', async () => {
  const entries =
    '/OpenAction <</S /GoTo /D [0 /Fit]>> /Extra <</Font <</AA <</Type /Font>> /EF 1 0 R /JS 1 0 R>>>>';
  const { served } = await uploadAndServe(await pdfWith(entries));
  expect(served.toString('latin1')).toMatch(/\/GoTo[\s\S]*\/AA[\s\S]*\/EF[\s\S]*\/JS/);
});

it.each([
  [
    'is signed and runs a script',
    async () => Buffer.from((await signedPdf()).replace('/Perms', `/OpenAction ${SCRIPT} /Perms`), 'latin1'),
  ],
  ['is damaged and runs a script', async () => shortened(await pdfWith('/Names <</J#61vaScript 1 0 R>>'))],
  ['is a portfolio of files', () => pdfWith('/Collection <</View /T>>')],
  ['is drawn by a script', () => pdfWith('/NeedsRendering true')],
])('a PDF that %s is refused with a sentence', async (_, make) => {
  const refused = await sendFile(test, school.owner, await make(), 'a.pdf');
  expect([refused.status, refused.error().error_message]).toEqual([400, UPLOAD_MESSAGES.fileRuns]);
});

// A PDF whose first stream declares too short a length.
async function wrongLength(): Promise<Buffer> {
  return shortened(await taggedPdf());
}

function shortened(pdf: Buffer): Buffer {
  return Buffer.from(
    pdf.toString('latin1').replace(/\/Length (\d+)/, (_, length: string) => `/Length ${Number(length) - 3}`),
    'latin1',
  );
}

async function packedPdf(): Promise<Buffer> {
  const packed = deflateSync(Buffer.alloc(210_000_000));
  const list = `9999 0 obj\n<</Type/ObjStm/N 0/First 0/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`;
  return Buffer.concat([
    await taggedPdf(),
    Buffer.from(list),
    packed,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ]);
}

async function signedPdf(): Promise<string> {
  const text = (await taggedPdf()).toString('latin1');
  return text.replace(
    '/Type /Catalog',
    '/Type /Catalog /Perms <</DocMDP <</Type /Sig /ByteRange [0 1 2 3]>>>>',
  );
}

describe('a PDF', () => {
  const isScan = async (pdf: Buffer) => (await uploadFile(test, school.owner, pdf, 'a.pdf')).is_scan ?? false;

  it('is called a scan if it has only pictures', async () => {
    expect(await isScan(await scannedPdf([await photograph(600, 800), await photograph(600, 800)]))).toBe(
      true,
    );
  });

  it.each(['linearised', 'libreoffice', 'ghostscript', 'chromium'])(
    'of the kind %s is none',
    async (name) => {
      expect(await isScan(await foreignPdf(name))).toBe(false);
    },
  );

  it('is not called a scan if it has words beside its pictures, or neither', async () => {
    expect(await isScan(await taggedPdf({ photos: [await photograph(60, 40)] }))).toBe(false);
    expect(await isScan(await scannedPdf([]))).toBe(false);
  });
});
