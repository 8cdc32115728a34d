import { describe, expect, it } from 'vitest';
import { CELL_MAX, TABLE_COLUMNS_MAX, TABLE_ROWS_MAX } from './block.ts';
import { tableFromClipboard } from './from-clipboard.tsx';

/** Tables as programs put them on the clipboard. Written by hand after real output. */

const clipboard = (html: string, text = '') => ({
  getData: (type: string) => (type === 'text/html' ? html : text),
});
const fromHtml = (html: string) => tableFromClipboard(clipboard(html));
const fromText = (text: string) => tableFromClipboard(clipboard('', text));
const linesOf = (pasted: ReturnType<typeof fromHtml>) =>
  pasted && [pasted.value.headings, ...pasted.value.rows];

const CLUBS = [
  ['Club', 'Day', 'Ends'],
  ['Chess', 'Monday', '16:15'],
  ['Football', 'Thursday', '16:30'],
];
const rowsOf = (cell: (text: string, row: number) => string, row = (cells: string) => `<tr>${cells}</tr>`) =>
  CLUBS.map((cells, index) => row(cells.map((text) => cell(text, index)).join('\n'))).join('\n');

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {mso-style-parent:"";} --></style></head>
<body lang=EN-GB><!--StartFragment-->
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
${rowsOf(
  (text) => `<td width=200 valign=top style='width:150.25pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt'>
  <p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><span lang=EN-GB>${text}<o:p></o:p></span></p></td>`,
  (cells) => `<tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${cells}</tr>`,
)}
</table><!--EndFragment--></body></html>`;

const WORD_ONLINE = `<div class="OutlineElement Ltr SCXW1 BCX8"><div class="TableContainer SCXW1"><table class="Table Ltr TableGrid SCXW1" border="1" aria-rowcount="3"><tbody>
${rowsOf(
  (text) =>
    `<td class="SCXW1" role="columnheader" data-celllook="0"><div class="TableCellContent"><div class="OutlineElement Ltr"><p class="Paragraph SCXW1" xml:lang="EN-GB"><span class="TextRun SCXW1"><span class="NormalTextRun SCXW1">${text}</span></span><span class="EOP SCXW1">&nbsp;</span></p></div></div></td>`,
)}
</tbody></table></div></div>`;

const GOOGLE_DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col /><col /><col /></colgroup><tbody>
${rowsOf(
  (text) =>
    `<td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt"><p dir="ltr" style="line-height:1.2;margin-top:0pt;"><span style="font-size:11pt;white-space:pre-wrap;">${text}</span></p></td>`,
  (cells) => `<tr style="height:0pt">${cells}</tr>`,
)}
</tbody></table></div></b><br class="Apple-interchange-newline">`;

const GOOGLE_SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody>
${rowsOf(
  (text) =>
    `<td style="overflow:hidden;padding:2px 3px;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;${text}&quot;}">${text}</td>`,
  (cells) => `<tr style="height:21px;">${cells}</tr>`,
)}
</tbody></table></google-sheets-html-origin>`;

const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {mso-number-format:"Short Time";}--></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=256><!--StartFragment--><col width=64 span=4>
${rowsOf(
  (text) => `<td height=20 class=xl65 width=64 style='height:15.0pt'>${text}</td>`,
  (cells) => `<tr height=20>${cells}<td></td></tr>`,
)}
<tr height=0 style='display:none'><td>Secret</td><td>Friday</td><td>17:00</td><td></td></tr><!--EndFragment--></table></body></html>`;

const LIBREOFFICE = `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">body,td { font-family:"Liberation Sans" }</style></head><body><table cellspacing="0" border="0"><colgroup span="3" width="85"></colgroup>
${rowsOf((text) => `<td height="17" align="left" valign=bottom><font face="Arial"><br></font>${text}</td>`)}
</table></body></html>`;

describe.each([
  ['Word', WORD],
  ['Word online', WORD_ONLINE],
  ['Google Docs', GOOGLE_DOCS],
  ['Google Sheets', GOOGLE_SHEETS],
  ['Excel', EXCEL],
  ['LibreOffice', LIBREOFFICE],
])('a table from %s', (_program, html) => {
  it('becomes one with its headings and cells', () => {
    const pasted = fromHtml(html);
    expect(linesOf(pasted)).toEqual(CLUBS);
    expect(pasted?.value.rowHeads).toBe(true);
    expect(pasted?.note).toBeUndefined();
  });
});

describe('merged cells', () => {
  it('repeats a cell over several rows in each of them', () => {
    const html =
      '<table><tr><td>Day</td><td>Club</td></tr><tr><td rowspan=2>Monday</td><td>Chess</td></tr><tr><td>Choir</td></tr></table>';
    const pasted = fromHtml(html);
    expect(linesOf(pasted)).toEqual([
      ['Day', 'Club'],
      ['Monday', 'Chess'],
      ['Monday', 'Choir'],
    ]);
    expect(pasted?.value.rowHeads).toBe(false);
  });

  it('repeats a heading over several columns above each, and leaves room beside a wide cell', () => {
    const html =
      '<table><tr><th>Year</th><th colspan=2>Clubs</th></tr><tr><td colspan=2>None this week</td><td>x</td></tr></table>';
    expect(linesOf(fromHtml(html))).toEqual([
      ['Year', 'Clubs', 'Clubs'],
      ['None this week', '', 'x'],
    ]);
  });

  it('keeps apart the paragraphs of a cell', () => {
    const html = '<table><tr><td><p>Bring</p><p>boots</p></td><td>a<br>b</td></tr></table>';
    expect(linesOf(fromHtml(html))?.[0]).toEqual(['Bring boots', 'a b']);
  });
});

describe('headings', () => {
  it('asks for headings where the first line is data like the others', () => {
    expect(linesOf(fromText('Chess\t16:15\nChoir\t16:00'))).toEqual([
      ['', ''],
      ['Chess', '16:15'],
      ['Choir', '16:00'],
    ]);
  });
  it('takes years and names above figures as headings', () => {
    expect(fromText('Class\t2025\t2026\nRobins\t96.1%\tn/a')?.value.headings).toEqual([
      'Class',
      '2025',
      '2026',
    ]);
  });
});

describe('a table that is too large', () => {
  it('puts further columns into the last one, and says so', () => {
    const pasted = fromText('1st\t2nd\t3rd\t4th\t5th\t6th\t7th\t8th\na\tb\tc\td\te\tf\tg\th');
    expect(linesOf(pasted)).toEqual([
      ['1st', '2nd', '3rd', '4th', '5th', '6th · 7th · 8th'],
      ['a', 'b', 'c', 'd', 'e', 'f · g · h'],
    ]);
    expect(pasted?.note).toContain(`up to ${TABLE_COLUMNS_MAX} columns`);
  });
  it('says that rows or long cells were left out', () => {
    const many = Array.from({ length: TABLE_ROWS_MAX + 2 }, (_, index) => `Row ${index}\tx`).join('\n');
    const pasted = fromText(many);
    expect(pasted?.value.rows).toHaveLength(TABLE_ROWS_MAX);
    expect(pasted?.note).toContain(`up to ${TABLE_ROWS_MAX} rows`);
    expect(fromText(`a\t${'b'.repeat(CELL_MAX + 1)}`)?.note).toContain('were cut');
  });
});

it('takes no text without a table for one', () => {
  expect(fromText('Dear families,\nthank you')).toBeNull();
  expect(fromHtml('<p>Dear families</p>')).toBeNull();
  expect(fromHtml('<table></table>')).toBeNull();
});
