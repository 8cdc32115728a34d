import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { exifToolTags } from '#test/exiftool.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, sendFile, uploadFile } from '#test/files.ts';
import { revisedPdf, taggedPdf } from '#test/pdfs.ts';
import { officeWith, photograph, picture } from '#test/pictures.ts';
import { cameraVideo, FRAMES, taggedWebm } from '#test/videos.ts';

/** Served files do not reveal who made them, where and with what, checked with ExifTool. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

const PERSONAL_DATA = /Adeyemi|Oakfield|51[.,: ]|51 deg|Pixel Maker|FieldCam|GoPro/;

async function inFormat(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  return await sharp(await photograph(80, 60))
    .keepMetadata()
    .toFormat(format)
    .toBuffer();
}

async function animatedWithExif(): Promise<Buffer> {
  const frames = [await picture('png', 40, 30), await picture('jpeg', 40, 30)];
  return await sharp(frames, { join: { animated: true } })
    .withExif({ IFD0: { Artist: 'Mrs Adeyemi' } })
    .webp()
    .toBuffer();
}

const photo = await photograph(60, 40);
const document = officeWith({
  'docProps/core.xml':
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Mrs Adeyemi</dc:creator><cp:lastModifiedBy>Mrs Adeyemi</cp:lastModifiedBy></cp:coreProperties>',
  'docProps/app.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>Oakfield</Company><Manager>Mrs Adeyemi</Manager></Properties>',
  'docProps/thumbnail.jpeg': photo,
  'props/own.xml':
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><property name="Oakfield"/></Properties>',
  'word/media/image1.jpeg': photo,
  'word/media/image2.png': await inFormat('png'),
  'word/media/image3.webp': await inFormat('webp'),
  'word/media/image4.tiff': await sharp(photo).keepMetadata().tiff().toBuffer(),
  'word/media/media1.mov': cameraVideo({ type: 'mov', indexFirst: false }),
  'word/embeddings/inner.docx': officeWith({ 'word/media/image1.jpeg': photo }),
});

it.each([
  ['a JPEG', () => inFormat('jpeg')],
  ['a PNG', () => inFormat('png')],
  ['a WebP', () => inFormat('webp')],
  ['an AVIF', () => inFormat('avif')],
  ['an animated WebP', animatedWithExif],
  ['an MP4', async () => cameraVideo({ type: 'mp4', indexFirst: true })],
  ['a MOV', async () => cameraVideo({ type: 'mov', indexFirst: false })],
  ['a WebM', async () => taggedWebm()],
  ['a DOCX', async () => document],
  // A PDF's cross-reference table is full of numbers, which the default pattern could match.
  ['a PDF', async () => revisedPdf(await taggedPdf({ photos: [photo] })), /Adeyemi|Oakfield|Mr /],
])('%s is served without personal data', async (_, make: () => Promise<Buffer>, inBytes = PERSONAL_DATA) => {
  const before = await make();
  expect([...(await exifToolTags(before)).values()].filter((value) => PERSONAL_DATA.test(value))).not.toEqual(
    [],
  );
  const { url } = await uploadFile(test, school.owner, before);
  const served = (await fetchFile(test, url)).rawPayload;
  const found = await exifToolTags(served);
  expect([...found].filter(([, value]) => PERSONAL_DATA.test(value))).toEqual([]);
  expect([...found.keys()].filter((tag) => /GPS|Error|Warning/.test(tag))).toEqual([]);
  expect(inBytes.test(served.toString('latin1'))).toBe(false);
});

it('a DOCX keeps its content, and its images lose their metadata', async () => {
  const { url } = await uploadFile(test, school.owner, document, 'a.docx');
  const parts = await partsOf((await fetchFile(test, url)).rawPayload);
  const original = await partsOf(document);
  const gone = [...original.keys()].filter((name) => !parts.has(name));
  expect(gone).toEqual(['docProps/thumbnail.jpeg']);
  expect(parts.get('word/document.xml')).toEqual(original.get('word/document.xml'));
  expect(String(parts.get('_rels/.rels'))).not.toContain('thumbnail');
  for (const [name, content] of parts)
    expect(PERSONAL_DATA.test(content.toString('latin1')), name).toBe(false);
  const inner = await partsOf(parts.get('word/embeddings/inner.docx') ?? Buffer.alloc(0));
  for (const bytes of [parts.get('word/media/image1.jpeg'), inner.get('word/media/image1.jpeg')]) {
    const pixels = (from: Buffer | undefined) => sharp(from).raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(photo))).toBe(true);
  }
  expect(parts.get('word/media/media1.mov')?.includes(FRAMES[0])).toBe(true);
});

const PEOPLE = 'w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';

it.each([
  [
    'docx',
    {
      'word/document.xml':
        '<w:document><w:ins w:id="1" w:author="Mrs Adeyemi" w:date="2026-05-01T10:00:00Z"><w:t>author="é"</w:t></w:ins></w:document>',
      'word/comments.xml':
        "<w:comments><w:comment w:id='0' w:author='Mrs \"A\" > Adeyemi' w:initials = 'Adeyemi'><w:t>See author</w:t></w:comment></w:comments>",
      'word/people.xml': `<${PEOPLE}><w15:person w15:author="Mrs Adeyemi"><w15:presenceInfo w15:providerId="AD" w15:userId="S::adeyemi@Oakfield"/></w15:person><w15:person w15:author="Mr Oakfield"/></w15:people>`,
    },
    {
      'word/document.xml':
        '<w:document><w:ins w:id="1" w:author="Author" w:date="2026-05-01T10:00:00Z"><w:t>author="é"</w:t></w:ins></w:document>',
      'word/comments.xml': `<w:comments><w:comment w:id='0' w:author="Author" w:initials = "A"><w:t>See author</w:t></w:comment></w:comments>`,
      'word/people.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><${PEOPLE}/>`,
    },
  ],
  [
    'xlsx',
    {
      'xl/workbook.xml':
        '<workbook><x15ac:absPath url="C:\\Users\\Adeyemi\\"/><fileSharing userName="Mrs Adeyemi"/><sheet name="Menu"/></workbook>',
      'xl/comments1.xml':
        '<comments><authors><author>Mrs Adeyemi</author><author>tc={1}</author></authors><t>Fish</t></comments>',
      'xl/persons/person.xml':
        '<personList><person displayName="Mrs Adeyemi" id="{1}" userId="S::a@Oakfield" providerId="AD"/></personList>',
    },
    {
      'xl/workbook.xml':
        '<workbook><x15ac:absPath url=""/><fileSharing userName="Author"/><sheet name="Menu"/></workbook>',
      'xl/comments1.xml':
        '<comments><authors><author>Author</author><author>Author</author></authors><t>Fish</t></comments>',
      'xl/persons/person.xml':
        '<personList><person displayName="Author" id="{1}" userId="Author" providerId="None"/></personList>',
    },
  ],
  [
    'pptx',
    {
      'ppt/commentAuthors.xml':
        '<p:cmAuthorLst><p:cmAuthor id="0" name="Mrs Adeyemi" initials="Adeyemi" lastIdx="1"/></p:cmAuthorLst>',
      'ppt/authors.xml':
        '<p188:authorLst><p188:author id="{1}" name="Mrs Adeyemi" initials="Adeyemi" userId="S::a@Oakfield" providerId="AD"/></p188:authorLst>',
      'ppt/changesInfos/changesInfo1.xml':
        '<pc:chgInfo><pc:chgData name="Mrs Adeyemi" userId="S::a@Oakfield" providerId="AD"/></pc:chgInfo>',
    },
    {
      'ppt/commentAuthors.xml':
        '<p:cmAuthorLst><p:cmAuthor id="0" name="Author" initials="A" lastIdx="1"/></p:cmAuthorLst>',
      'ppt/authors.xml':
        '<p188:authorLst><p188:author id="{1}" name="Author" initials="A" userId="Author" providerId="None"/></p188:authorLst>',
      'ppt/changesInfos/changesInfo1.xml':
        '<pc:chgInfo><pc:chgData name="Author" userId="Author" providerId="None"/></pc:chgInfo>',
    },
  ],
] as const)('a commented %s names nobody who commented or changed it', async (kind, written, served) => {
  const { url } = await uploadFile(test, school.owner, officeWith(written, { kind }), `a.${kind}`);
  const parts = await partsOf((await fetchFile(test, url)).rawPayload);
  expect(Object.fromEntries(Object.keys(served).map((name) => [name, String(parts.get(name))]))).toEqual(
    served,
  );
});

/** A list of external relationships in the form we write. */
const relationships = (external: readonly (readonly [string, string])[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${external.map(([kind, target], at) => `<Relationship Id="rId${at}" Type="t/${kind}" Target="${target}" TargetMode="External"/>`).join('')}</Relationships>`;

it('a DOCX loses paths of local folders and keeps web addresses', async () => {
  const list = (target: string, to: string) =>
    relationships([
      ['attachedTemplate', target],
      ['hyperlink', to],
    ]);
  const picture = (descr: string) =>
    `<w:document><pic:cNvPr id="1" descr="${descr}"/><w:t>C:\\Menu</w:t></w:document>`;
  const web = 'https://school.example/C:/Users/menu';
  const written = {
    'word/_rels/settings.xml.rels': list('file:///C:\\Users\\Adeyemi\\Oakfield\\Letter.dotm', web),
    'word/_rels/document.xml.rels': list('file://server/Adeyemi/Letter%20home.dotm', 'media/image1.jpeg'),
    'word/document.xml': picture('/Users/adeyemi/Pictures/Adeyemi/trip.jpg'),
    'word/header1.xml': picture('\\\\server\\Adeyemi\\trip.jpg'),
  };
  const { url } = await uploadFile(test, school.owner, officeWith(written), 'a.docx');
  const parts = await partsOf((await fetchFile(test, url)).rawPayload);
  expect(Object.fromEntries(Object.keys(written).map((name) => [name, String(parts.get(name))]))).toEqual({
    'word/_rels/settings.xml.rels': list('NULL', web),
    'word/_rels/document.xml.rels': list('NULL', 'media/image1.jpeg'),
    'word/document.xml': picture('trip.jpg'),
    'word/header1.xml': picture('trip.jpg'),
  });
});

it.each([
  ['a truncated video', () => cameraVideo({ type: 'mp4', indexFirst: false }).subarray(0, -100)],
  [
    'a document with a truncated video',
    () => officeWith({ 'word/media/m.mp4': cameraVideo({ type: 'mp4', indexFirst: true }).subarray(0, -40) }),
  ],
  [
    'a document with a truncated photograph',
    () => officeWith({ 'word/media/i.jpeg': photo.subarray(0, 200) }),
  ],
  ['a document without a list of parts', () => officeWith({}, { withoutList: true })],
])('%s is refused with a message, and nothing is stored', async (_, make) => {
  const refused = await sendFile(test, school.owner, make());
  expect([refused.status, refused.error().error_message]).toEqual([
    400,
    'This file is damaged or not what its name says',
  ]);
});

async function partsOf(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return parts;
}
