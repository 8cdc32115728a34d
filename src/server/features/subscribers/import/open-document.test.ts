import { describe, expect, it } from 'vitest';
import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { odsOf, odsRows, zipOf } from '#test/zips.ts';
import { readImportFile } from './import-file.ts';
import { parseLines } from './import-repo.ts';

/** OpenDocument spreadsheets as lists: the text that their cells show, however often they repeat. */

async function read(bytes: Buffer, name = 'families.ods') {
  const rules = { known: [], choice: null, onlySeen: false };
  const result = await readImportFile({ name, bytes }, rules, '2026-11-29');
  if ('refusal' in result) return result;
  const lines = result.parts.flatMap((part) => parseLines(part));
  return {
    lines: lines.map(
      ({ line, first_name, last_name, email }) => `${line} ${first_name} ${last_name} <${email}>`,
    ),
    others: lines.flatMap(({ message }) => message ?? []),
    left: lines.flatMap(({ email, marked }) => (marked === undefined ? [] : [email])),
    groups: result.groupValues.map(({ value }) => value),
    doubts: result.doubts,
  };
}

const HEADING = ['First name', 'Last name', 'Email', 'Class'];
const ANN = ['Ann', 'Lee', 'ann@x.example', '4B'];
const heading = odsRows([HEADING]);
const table = (rows: string) => odsOf({ Families: `${heading}${rows}` });

describe('a spreadsheet', () => {
  it('is read by its headings, with the numbers of its rows', async () => {
    const empty = `<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>`;
    const end = `<table:table-row table:number-rows-repeated="1048570"><table:table-cell
      table:number-columns-repeated="16384"/></table:table-row>`;
    const ben = odsRows([['Zoë', 'O&apos;Neill', 'ben@x.example', 'Year&#160;4']]);
    expect(await read(await table(`${empty}${odsRows([ANN])}${ben}${end}`))).toEqual({
      lines: ['5 Ann Lee <ann@x.example>', "6 Zoë O'Neill <ben@x.example>"],
      others: [],
      left: [],
      groups: ['4B', expect.stringMatching(/^Year\s4$/)],
      doubts: [],
    });
  });

  it('has what its cells show: without comments, pictures and earlier words', async () => {
    const cells = `<table:table-row>
      <table:table-cell><office:annotation><dc:creator>Tom</dc:creator><text:p>Moved away?</text:p></office:annotation><text:p>A<text:span>n</text:span>n</text:p></table:table-cell>
      <table:table-cell><draw:frame><draw:text-box><text:p>Drawn</text:p></draw:text-box></draw:frame><text:p>van<text:s text:c="1"/>Lee</text:p></table:table-cell>
      <table:table-cell><text:p><text:a>ann@x.example</text:a></text:p><text:p>ben@x.example</text:p></table:table-cell>
      <table:covered-table-cell><text:p>4B</text:p></table:covered-table-cell></table:table-row>`;
    const changes = `<table:tracked-changes><table:cell-content-change><table:previous><table:change-track-table-cell>
      <text:p>old</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>`;
    const { lines, groups } = { lines: [], groups: [], ...(await read(await table(`${cells}${changes}`))) };
    expect(lines).toEqual(['2 Ann van Lee <ann@x.example>', '2   <ben@x.example>']);
    expect(groups).toEqual(['4B']);
  });

  it('may repeat cells and rows', async () => {
    const row = `<table:table-row table:number-rows-repeated="2">${odsRows([ANN]).replace(/^<table:table-row>/, '')}`;
    expect(await read(await table(row))).toMatchObject({
      lines: ['2 Ann Lee <ann@x.example>', '3 Ann Lee <ann@x.example>'],
      others: [IMPORT_MESSAGES.joined(2)],
    });
    const wide = `<table:table-row><table:table-cell table:number-columns-repeated="3"><text:p>x@x.example</text:p></table:table-cell></table:table-row>`;
    expect(await read(await table(wide))).toMatchObject({
      lines: ['2 x@x.example x@x.example <x@x.example>'],
    });
  });

  it('is refused with more rows or columns than a list may have, however short it is written', async () => {
    const many = odsRows([ANN]).replace(
      '<table:table-row>',
      '<table:table-row table:number-rows-repeated="1000000">',
    );
    expect(await read(await table(many))).toEqual({ refusal: IMPORT_MESSAGES.tooMany });
    const wide = `<table:table-row><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row>`;
    expect(await read(await table(wide))).toEqual({ refusal: IMPORT_MESSAGES.tooManyColumns });
    const long = odsRows([[`${'a'.repeat(100_001)}`, 'Lee', 'ann@x.example', '4B'], ANN]);
    expect(await read(await table(long))).toMatchObject({ others: [IMPORT_MESSAGES.long] });
  });

  it('with several lists has all of them, and says which tables are none', async () => {
    const bytes = await odsOf({
      Families: `${heading}${odsRows([ANN])}`,
      Unsubscribed: `${heading}${odsRows([['Ben', 'Fox', 'ben@x.example', '4B']])}`,
      Notes: odsRows([['Call Ann']]),
    });
    expect(await read(bytes)).toMatchObject({
      lines: ['2 Ann Lee <ann@x.example>', '2 Ben Fox <ben@x.example>'],
      left: ['ben@x.example'],
      doubts: [IMPORT_DOUBTS.severalSheets(['families', 'unsubscribed']), IMPORT_DOUBTS.notRead(['notes'])],
    });
  });

  it('adds neither pupils nor staff if it is a roster', async () => {
    const rows = [
      ['sourcedId', 'status', 'role', 'givenName', 'familyName', 'email', 'agents'],
      ['1', 'active', 'student', 'Ava', 'Lee', 'ava@x.example', '2'],
      ['2', 'active', 'parent', 'Ann', 'Lee', 'ann@x.example', ''],
      ['3', 'active', 'teacher', 'Tess', 'Tan', 'tess@x.example', ''],
    ];
    expect(await read(await odsOf({ users: odsRows(rows) }))).toMatchObject({
      lines: ['3 Ann Lee <ann@x.example>'],
    });
  });

  it('may be one of several files', async () => {
    const csv = 'Name,Email\nBen Fox,ben@x.example\n';
    const zip = await zipOf({
      'a.ods': await table(odsRows([ANN])),
      'b.csv': csv,
      'c.txt': csv.replaceAll('ben', 'cat'),
    });
    expect(await read(zip, '3 files.zip')).toMatchObject({
      lines: ['2 Ann Lee <ann@x.example>', '2 Ben Fox <ben@x.example>', '2 Ben Fox <cat@x.example>'],
    });
    const withWorkbook = await zipOf({ 'b.csv': csv, 'list.xlsx': 'x' });
    expect(await read(withWorkbook, 'files.zip')).toEqual({
      refusal: IMPORT_MESSAGES.workbookIn('list.xlsx'),
    });
  });

  it.each([
    ['without a table', { Families: '' }, {}, IMPORT_MESSAGES.noTable],
    [
      'without addresses',
      { Families: odsRows([['Name', 'Telephone']]) },
      {},
      IMPORT_MESSAGES.noEmail('Name, Telephone'),
    ],
    [
      'with a password',
      { Families: 'x' },
      { 'META-INF/manifest.xml': '<m:encryption-data/>' },
      IMPORT_MESSAGES.locked,
    ],
    ['with a password, packed', { Families: 'x' }, { 'encrypted-package': 'x' }, IMPORT_MESSAGES.locked],
    ['that is damaged', { Families: '<table:table-row>' }, {}, IMPORT_MESSAGES.damaged],
    ['that names entities of its own', { Families: odsRows([['&lol;']]) }, {}, IMPORT_MESSAGES.damaged],
  ])('%s is refused, and says why', async (_, tables, others, refusal) => {
    expect(await read(await odsOf(tables, others))).toEqual({ refusal });
  });
});
