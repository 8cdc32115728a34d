import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadWarning } from '#contract/files.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createSchool, type TestSchool } from '#test/factories.ts';
import { uploadFile } from '#test/files.ts';
import { elaboratePdf, taggedPdf } from '#test/pdfs.ts';
import { officeWith, photograph } from '#test/pictures.ts';

/** The answer to an upload lists what families could read in a document. */

let test: TestApp;
let school: TestSchool;
beforeAll(async () => {
  test = await buildTestApp();
  school = await createSchool(test);
});
afterAll(() => test.close());

const run = '<w:r><w:t>Closed on Friday</w:t></w:r>';
const deleted =
  '<w:del w:id="1" w:author="A"><w:r><w:delText xml:space="preserve">as we are broke</w:delText></w:r></w:del>';
const wordComments = '<w:comments><w:comment w:id="0"><w:p>Is he ill?</w:p></w:comment></w:comments>';
const notes = (inside: string) => `<p:notes><p:txBody><a:p>${inside}</a:p></p:txBody></p:notes>`;
const note = notes('<a:r><a:rPr lang="en-GB"/><a:t>Do not say why</a:t></a:r>');
const WORD = 'In Word: Review, Accept all changes and Delete all comments, then upload it again';
const INSPECT = 'File, Info, Check for Issues, Inspect Document, then upload it again';

it.each([
  [
    'deleted text and comments',
    'docx',
    { 'word/document.xml': `<w:p>${run}${deleted}</w:p>`, 'word/comments.xml': wordComments },
    `This document still holds deleted text and comments. ${WORD}`,
  ],
  [
    'a deleted picture in a header',
    'docx',
    { 'word/header1.xml': '<w:del w:id="1" w:author="A"><w:r><w:drawing/></w:r></w:del>' },
    `This document still holds deleted text. ${WORD}`,
  ],
  [
    'hidden text',
    'docx',
    {
      'word/document.xml': `<w:p>${run}</w:p>`,
      'word/footnotes.xml':
        '<w:p><w:r><w:rPr><w:b/><w:vanish/></w:rPr><w:t xml:space="preserve">not for parents</w:t></w:r></w:p>',
    },
    `This document still holds hidden text. In Word: ${INSPECT}`,
  ],
  [
    'hidden text and comments',
    'docx',
    {
      'word/document.xml':
        '<w:p><w:r><w:rPr><w:vanish w:val="true"/></w:rPr><w:tab/><w:t>not for parents</w:t></w:r></w:p>',
      'word/comments.xml': wordComments,
    },
    `This document still holds hidden text and comments. In Word: ${INSPECT}`,
  ],
  [
    'a note at a cell',
    'xlsx',
    {
      'xl/comments1.xml':
        '<comments><commentList><comment ref="A1"><text/></comment></commentList></comments>',
    },
    `This document still holds comments. In Excel: ${INSPECT}`,
  ],
  [
    'answers to a comment and a hidden sheet',
    'xlsx',
    {
      'xl/threadedComments/threadedComment1.xml':
        '<ThreadedComments><threadedComment ref="A1"/></ThreadedComments>',
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Menu" sheetId="1"/><sheet name="Debts" state="veryHidden"/></sheets></workbook>',
    },
    `This document still holds comments and hidden sheets. In Excel: ${INSPECT}`,
  ],
  [
    'comments of two ages and speaker notes',
    'pptx',
    {
      'ppt/comments/comment1.xml': '<p:cmLst><p:cm authorId="0" idx="1"/></p:cmLst>',
      'ppt/comments/modernComment_1.xml': '<p188:cmLst><p188:cm id="{1}"/></p188:cmLst>',
      'ppt/notesSlides/notesSlide1.xml': note,
    },
    `This document still holds comments and speaker notes. In PowerPoint: ${INSPECT}`,
  ],
  [
    'more notes without words than are looked through',
    'pptx',
    { 'ppt/notesSlides/notesSlide1.xml': notes('<a:t> </a:t>'.repeat(10_001)) },
    `This document still holds speaker notes. In PowerPoint: ${INSPECT}`,
  ],
  [
    'a hidden slide',
    'pptx',
    {
      'ppt/slides/slide1.xml': '<p:sld xmlns:p="p"><p:cSld name="a"/></p:sld>',
      'ppt/slides/slide2.xml': '<p:sld xmlns:p="p" show="0"><p:cSld name="b"/></p:sld>',
    },
    `This document still holds hidden slides. In PowerPoint: delete those slides, then ${INSPECT}`,
  ],
] as const)('says that a document holds %s', async (_, kind, parts, says) => {
  const stored = await uploadFile(test, school.owner, officeWith(parts, { kind }), `a.${kind}`);
  expect(uploadWarning(stored)).toBe(says);
});

it('says that a PDF holds comments, packed ones too', async () => {
  for (const pdf of [await taggedPdf(), elaboratePdf(await photograph(60, 40))])
    expect(uploadWarning(await uploadFile(test, school.owner, pdf, 'a.pdf'))).toBe(
      'This document still holds comments. In a PDF reader: delete all under Comments, then upload it again',
    );
});

it('says nothing of a PDF’s links and fields, and of a note without words', async () => {
  const stored = await uploadFile(test, school.owner, await taggedPdf({ note: ' ' }), 'a.pdf');
  expect([stored.holds, uploadWarning(stored)]).toEqual([undefined, null]);
});

it.each([
  [
    'inserted words, the mark of a deleted end and a list of no comments',
    'docx',
    {
      'word/document.xml': `<w:p><w:rPr><w:del w:id="1" w:author="A"/></w:rPr><w:ins w:id="2">${run}</w:ins></w:p>`,
      'word/comments.xml': '<w:comments/>',
      'word/commentsExtended.xml': '<w15:commentsEx><w15:commentEx w15:done="0"/></w15:commentsEx>',
    },
  ],
  [
    'marks of hidden ends, of text that is shown again, of an index and of what has no words',
    'docx',
    {
      'word/document.xml': `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run}
        <w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>Closed</w:t></w:r>
        <w:r><w:rPr><w:rPrChange w:id="1"><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>Open</w:t></w:r>
        <w:r><w:rPr><w:vanish/></w:rPr><w:instrText> XE "Menu" </w:instrText></w:r>
        <w:r><w:rPr><w:vanish/></w:rPr><w:t> </w:t></w:r><w:r><w:rPr/><w:t>Menu</w:t></w:r></w:p>`,
      'word/styles.xml': '<w:style><w:rPr><w:vanish/></w:rPr></w:style>',
    },
  ],
  [
    'a note with no more than its number',
    'pptx',
    {
      'ppt/notesSlides/notesSlide1.xml': notes(
        '<a:r><a:t> </a:t></a:r><a:fld type="slidenum"><a:rPr/><a:t>1</a:t></a:fld>',
      ),
    },
  ],
  [
    'slides that are shown',
    'pptx',
    { 'ppt/slides/slide1.xml': '<p:sld xmlns:p="p" show="1"><p:cSld show="0"/></p:sld>' },
  ],
  [
    'sheets that are seen',
    'xlsx',
    { 'xl/workbook.xml': '<workbook><sheet name="Hidden" state="visible"/></workbook>' },
  ],
] as const)('says nothing of %s', async (_, kind, parts) => {
  const stored = await uploadFile(test, school.owner, officeWith(parts, { kind }), `a.${kind}`);
  expect([stored.holds, uploadWarning(stored)]).toEqual([undefined, null]);
});
