import { describe, expect, it } from 'vitest';
import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { readImportFile } from './import-file.ts';
import { parseLines } from './import-repo.ts';

const NO_GROUPS = { columns: [], values: [] };
const parse = (file: string | Buffer) =>
  readImportFile(
    { name: 'parents.csv', bytes: Buffer.from(file) },
    { known: [], choice: NO_GROUPS, onlySeen: false },
    '2026-11-27',
  );

/** The people of a readable file, in the order of their addresses, and its broken lines. */
async function read(file: string | Buffer) {
  const result = await parse(file);
  if ('refusal' in result) throw new Error(result.refusal);
  const lines = result.parts.flatMap((part) => parseLines(part));
  return {
    people: lines
      .filter(({ outcome }) => outcome === undefined)
      .toSorted((a, b) => a.email.localeCompare(b.email))
      .map((line) => `${line.first_name} ${line.last_name} <${line.email}>`),
    errors: lines
      .filter(({ outcome }) => outcome === 'error')
      .map(({ line, message }) => ({ line, message })),
    ignored: result.ignored,
  };
}

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('a file', () => {
  const both = ['José Nuñez <jose@x.example>', 'Zoë O’Neil <zoe@x.example>'];
  const rows = 'José,Nuñez,jose@x.example\r\n\r\n"Zoë","O’Neil",ZOE@x.example\r\n';
  const csv = `First name,Last name,Email\r\n${rows}`;

  it.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 as Excel marks it', Buffer.from(`\uFEFF${csv}`)],
    ['UTF-16LE, with tabs, as Excel’s Unicode text', utf16(csv.replaceAll(',', '\t'))],
    ['UTF-16BE', utf16(csv).swap16()],
    ['UTF-16LE without its mark', Buffer.from(csv, 'utf16le')],
    ['Windows-1252', Buffer.from(csv.replaceAll('’', '\x92'), 'latin1')],
    ['semicolons, as Excel writes in Europe', Buffer.from(csv.replaceAll(',', ';'))],
    ['a line that names the separator', Buffer.from(`sep=;\r\n${csv.replaceAll(',', ';')}`)],
    ['line ends of old Macs', Buffer.from(csv.replaceAll('\r\n', '\r'))],
    ['line ends of Unix', Buffer.from(csv.replaceAll('\r\n', '\n'))],
    ['no last line end, and spaces', Buffer.from(csv.trimEnd().replaceAll(',', ' , ').replaceAll('" ', '"'))],
  ])('is parsed: %s', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ people: both, errors: [], ignored: [] });
  });

  it.each([
    ['email,FIRST_NAME,Last_Name', 'ann@x.example,Ann,Lee'],
    ['Surname;Forename;E-Mail', 'Lee;Ann;ann@x.example'],
    ['E-mail Address,Given Name,Family Name', 'ann@x.example,Ann,Lee'],
    ['Parent forename,Parent surname,Parent email', 'Ann,Lee,ann@x.example'],
    ['Prénom,Nom,E-mail', 'Ann,Lee,ann@x.example'],
    ['Full name,Email', 'Ann Lee,ann@x.example'],
    ['Name,Email', '"Lee, Ann",Ann Lee <ann@x.example>'],
    ['Class,First Name,Last Name,Email Address,Phone', '4B,Ann,Lee,mailto:ann@x.example,020'],
  ])('has its columns detected by their headings: %s', async (heading, row) => {
    const ignored = heading.startsWith('Class') ? ['Class', 'Phone'] : [];
    const people = ['Ann Lee <ann@x.example>'];
    expect(await read(`${heading}\n${row}\n`)).toEqual({ people, errors: [], ignored });
  });

  it.each([
    ['', IMPORT_MESSAGES.empty],
    ['  \r\n \n', IMPORT_MESSAGES.empty],
    ['First name,Last name,Email\n', IMPORT_MESSAGES.noPeople],
    ['Ann,Lee,ann@x.example\n', IMPORT_MESSAGES.noEmail('Ann, Lee, ann@x.example')],
    ['Name,First name,Email,First name\na,b,c,d', IMPORT_MESSAGES.twoColumns('First name')],
    ['Name,"Email\nBen,ben@x.example\n', IMPORT_MESSAGES.headingQuote],
    ['"Name"s,Email\nBen,ben@x.example\n', IMPORT_MESSAGES.headingAfterQuote],
    [`Name,Email${','.repeat(200)}\nBen,ben@x.example`, IMPORT_MESSAGES.tooManyColumns],
    ['PK\x03\x04...', IMPORT_MESSAGES.damaged],
    ['%PDF-1.7', IMPORT_MESSAGES.notText],
    ['Name,Em\0ail\n', IMPORT_MESSAGES.notText],
  ])('is refused with a message: %j', async (file, message) => {
    expect(await parse(file)).toEqual({ refusal: message });
  });

  // The broken line; and the last line, which is empty or has quotation marks.
  it.each([
    ['"Ann,Lee,ann@x.example', ''],
    ['Ann,Lee,"ann@x.example', ''],
    ['"Ann,Lee,ann@x.example', '"Dan",Lee,dan@x.example'],
    ['Ann,"Lee,ann@x.example', 'Dan,"Lee",dan@x.example'],
    ['Ann,Lee,"ann@x.example', 'Dan,Lee,"dan@x.example"'],
    ['Ann,Lee,ann@x.example,"at home', 'Dan,Lee,dan@x.example,"away"'],
  ])('loses only the broken line with an unclosed quotation mark: %s … %s', async (broken, last) => {
    const rows = ['Ben,Lee,ben@x.example', broken, 'Cat,Lee,cat@x.example', last].join('\r\n');
    const result = await read(`First name,Last name,Email,Note\r\n${rows}\r\n`);
    expect(result.errors).toEqual([{ line: 3, message: IMPORT_MESSAGES.quote }]);
    const dan = last === '' ? [] : ['Dan Lee <dan@x.example>'];
    expect(result.people).toEqual(['Ben Lee <ben@x.example>', 'Cat Lee <cat@x.example>', ...dan]);
  });

  it.each([
    '"A"b,Lee,a@x.example',
    'A,"Lee" B,a@x.example',
    'Ann,"Lee","a@x.example"x',
    '"O""Brien"s,"Lee",a@x.example',
  ])('reports text after a closing quotation mark: %s', async (broken) => {
    const result = await read(
      `First name,Last name,Email\nBen,Lee,ben@x.example\n${broken}\nCat,Lee,cat@x.example\n`,
    );
    expect(result.errors).toEqual([{ line: 3, message: IMPORT_MESSAGES.afterQuote }]);
    expect(result.people).toEqual(['Ben Lee <ben@x.example>', 'Cat Lee <cat@x.example>']);
  });

  it('is refused if more than a hundred lines are broken', async () => {
    const file = `Name,Email\n${'"Ben,b@x\n'.repeat(101)}`;
    expect(await parse(file)).toEqual({ refusal: IMPORT_MESSAGES.tooManyBroken });
  });

  it('may have multi-line cells', async () => {
    const note = '"Lives with Gran\nring her, or gran@x.example"';
    const file = `Note,First name,Last name,Email\n${note},"Ann\nMary",Lee,"ann@x.example"\n`;
    expect(await read(file)).toEqual({
      people: ['Ann Mary Lee <ann@x.example>'],
      errors: [],
      ignored: ['Note'],
    });
  });

  // An algorithm slower than linear would take hours here and hit the test's timeout.
  it.each([
    ['an address of brackets', `Name,Email\nAnn Lee,<${'a@'.repeat(2_000_000)}\n`],
    ['a name of spaces', `Name,Email\nAnn${' x'.repeat(2_000_000)},ann@x.example\n`],
    ['a heading of letters', `${'parent'.repeat(700_000)},Email\na,b\n`],
    ['quotation marks', `Name,Email\n${'"'.repeat(4_000_001)}\n`],
    ['separators', `Name,Email${','.repeat(1_000_000)}\nAnn Lee,ann@x.example\n`],
    ['apostrophes', `Name,Email\n${"'".repeat(4_000_000)},ann@x.example\n`],
  ])('is parsed in linear time: %s', async (_, file) => {
    expect(await parse(file)).toBeDefined();
  });
});
