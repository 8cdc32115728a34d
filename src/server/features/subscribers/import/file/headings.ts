import type { FileColumn, NameField } from './column.ts';
import {
  EMAILS,
  FIRST_NAMES,
  LAST_NAMES,
  MAYBE_WHOLE,
  NAMES,
  PARENTS,
  ROLE_HEADINGS,
} from './heading-words.ts';
import { withNamers } from './namers.ts';
import { headingLetters } from './plain-letters.ts';
import { enrolmentKind, isAboutPupil } from './pupils.ts';
import { stateKind } from './states.ts';

/** The contents of a file's columns, and whom they are about, by their headings. */

const LINE = '';
// The longest first, so that 'Parent carer' is not read as a parent with an unknown rest.
const PARENT = [...PARENTS].sort((a, b) => b.length - a.length).join('|');
const ORDER = 'primary|secondary|main|first|second|third|other|1st|2nd|3rd|emergency';
/** 'Primary Guardian 1 Email', 'Mother’s email', 'Parent Email 2'. */
const BEFORE = new RegExp(`^((?:${ORDER})?)(${PARENT})(s?)(\\d?)(.*?)(\\d?)$`);
/** 'Parent A', 'Parent two email'. */
const LETTERED = new RegExp(`^(${PARENT})(one|two|three|a|b|c)(.*)$`);
const NUMBERS: ReadonlyMap<string, string> = new Map(
  ['one a', 'two b', 'three c'].flatMap((same, at) =>
    same.split(' ').map((word) => [word, String(at + 1)] as const),
  ),
);
/** 'Email of parent 1', 'Email (mother)'. */
const BEHIND = new RegExp(`^(.{2,30}?)(?:of|von|de|di|du|da|van)?(${PARENT})(\\d?)$`);
const HEADING_MAX = 100;

/** The contents of a file's columns by their headings; null for columns that are not about a family. */
export function headingColumns(headings: readonly string[]): readonly (FileColumn | null)[] {
  const letters = headings.map(lettersOf);
  const columns = letters.map(columnIn);
  const ofParents = columns.some(
    (column) => column?.field === 'email' && column.person !== LINE && !/^contact/.test(column.person),
  );
  const isOfPupils = ofParents || letters.some(isAboutPupil);
  const found = wholeNames(
    columns.map((column, at) => {
      const kind =
        column === null || column.field === 'state' ? enrolmentKind(letters[at] ?? '', isOfPupils) : null;
      return kind === null || (column !== null && column.person !== LINE)
        ? column
        : { field: 'enrolment', person: LINE, kind };
    }),
  );
  return withNamers(found, letters);
}

/** Whether a heading belongs to a column of addresses. */
export function isEmailHeading(heading: string): boolean {
  return columnIn(lettersOf(heading))?.field === 'email';
}

/** Whether a file has columns about pupils. */
export function namesPupils(headings: readonly string[]): boolean {
  return headings.some((heading) => isAboutPupil(lettersOf(heading)));
}

function lettersOf(heading: string): string {
  return headingLetters(heading.slice(0, HEADING_MAX));
}

function columnIn(letters: string): FileColumn | null {
  if (letters === '' || isAboutPupil(letters)) return null;
  if (ROLE_HEADINGS.has(letters)) return { field: 'role', person: LINE };
  return (
    fieldOf(letters, LINE) ??
    ofParent(letters) ??
    ofLetteredParent(letters) ??
    // 'E-mail 1 - Value', 'Email 2'.
    fieldOf(letters.replace(/\d(?=value$|$)|(?:home|work|other)$/, ''), LINE)
  );
}

function ofParent(letters: string): FileColumn | null {
  const [, order = '', parent = '', s = '', number = '', rest = '', last = ''] = BEFORE.exec(letters) ?? [];
  if (parent !== '') {
    const person = personOf(order, parent, number || last);
    // 'Primary Guardian 1' has a name. The s may belong to 'Parents email' or to 'Parent surname'.
    if (rest === '') return { field: 'name', person, letters: 'name' };
    return fieldOf(rest, person) ?? (number === '' ? fieldOf(`${s}${rest}`, person) : null);
  }
  const [, field = '', behind = '', which = ''] = BEHIND.exec(letters) ?? [];
  return behind === '' ? null : fieldOf(field, personOf('', behind, which));
}

function ofLetteredParent(letters: string): FileColumn | null {
  const [, parent = '', letter = '', rest = ''] = LETTERED.exec(letters) ?? [];
  if (parent === '') return null;
  const person = personOf('', parent, NUMBERS.get(letter) ?? '');
  return rest === '' ? { field: 'name', person, letters: 'name' } : fieldOf(rest, person);
}

// A subscriber is the line's own person, whatever the program calls them.
function personOf(order: string, parent: string, number: string): string {
  if (parent === 'subscriber' || parent === 'recipient') return LINE;
  return `${order}${parent}${number === '1' ? '' : number}`;
}

function fieldOf(letters: string, person: string): FileColumn | null {
  if (FIRST_NAMES.has(letters)) return { field: 'first_name', person, letters };
  if (LAST_NAMES.has(letters)) return { field: 'last_name', person, letters };
  if (NAMES.has(letters)) return { field: 'name', person, letters };
  if (EMAILS.has(letters)) return { field: 'email', person: person };
  const kind = stateKind(letters);
  return kind === null ? null : { field: 'state', person, kind };
}

/** Half a name without its other half is the whole name: 'Nombre' beside 'Apellidos' is the first name, alone it is both. */
function wholeNames(columns: readonly (FileColumn | null)[]): readonly (FileColumn | null)[] {
  const has = (person: string, field: NameField) =>
    columns.some((column) => column?.field === field && column.person === person);
  return columns.map((column) => {
    if (column?.field !== 'first_name' && column?.field !== 'last_name') return column;
    const other = column.field === 'first_name' ? 'last_name' : 'first_name';
    const isWhole =
      MAYBE_WHOLE.has(column.letters) && !has(column.person, other) && !has(column.person, 'name');
    return isWhole ? { ...column, field: 'name' } : column;
  });
}
