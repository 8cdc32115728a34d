import { IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { badRequest } from '#server/http/errors.ts';
import { textOfCell } from '#server/spreadsheet.ts';
import type { CsvRow } from './csv.ts';

/** Finds out which columns of a file hold what, by their headings. */

/** What a row says of a person, as it stands there. */
export interface Told {
  readonly line: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** Whether the file itself says that this person has unsubscribed. */
  readonly unsubscribed: boolean;
}

type Column = 'first_name' | 'last_name' | 'name' | 'email' | 'status';

// What address books, mail programs and school systems call them, in their letters alone.
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  first_name: [
    'firstname',
    'first',
    'forename',
    'forenames',
    'givenname',
    'given',
    'christianname',
    'fname',
    'chosenforename',
    'preferredforename',
    'preferredfirstname',
    'legalforename',
    'prenom',
    'vorname',
    'nombre',
  ],
  last_name: [
    'lastname',
    'last',
    'surname',
    'familyname',
    'family',
    'secondname',
    'lname',
    'chosensurname',
    'preferredsurname',
    'preferredlastname',
    'legalsurname',
    'nom',
    'nachname',
    'apellido',
    'apellidos',
  ],
  name: ['name', 'fullname', 'displayname', 'names'],
  email: [
    'email',
    'emailaddress',
    'emailaddresses',
    'emails',
    'mail',
    'mailaddress',
    'primaryemail',
    'mainemail',
    'homeemail',
    'personalemail',
    'primaryemailaddress',
    'email1value',
    'email1',
    'emailprimary',
  ],
  status: ['status', 'subscriptionstatus'],
};

// 'Parent forename' is a forename, as there are no others beside it.
const WHOSE = /^(?:parent(?:carer)?|carer|guardian|contact|subscriber|mother|father|recipient)1?(?=.)/;

function columnOf(heading: string): Column | null {
  const letters = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const bare = letters.replace(WHOSE, '');
  // 'Parents surname' as well as 'Parent surname'.
  return named(letters) ?? named(bare) ?? named(bare.replace(/^s/, ''));
}

function named(letters: string): Column | null {
  const columns: readonly Column[] = ['first_name', 'last_name', 'name', 'email', 'status'];
  return columns.find((column) => HEADINGS[column].includes(letters)) ?? null;
}

/** What the rows below the heading say, and the headings of columns that are left out. Throws 400. */
export function readPeople(rows: readonly CsvRow[]): {
  readonly people: readonly Told[];
  readonly ignored: readonly string[];
} {
  const [heading, ...others] = rows;
  if (heading === undefined) throw badRequest(IMPORT_MESSAGES.empty);
  const columns = heading.cells.map(columnOf);
  refuseGaps(columns, heading.cells);
  if (others.length === 0) throw badRequest(IMPORT_MESSAGES.noPeople);
  return {
    people: others.map((row) => toldBy(row, columns)),
    ignored: heading.cells
      .filter((cell, index) => columns[index] === null && cell !== '')
      .slice(0, SHOWN_MAX),
  };
}

const SHOWN_MAX = 50;

function refuseGaps(columns: readonly (Column | null)[], headings: readonly string[]): void {
  const shown = headings.join(', ').slice(0, 200);
  if (!columns.includes('email')) throw badRequest(IMPORT_MESSAGES.noEmail(shown));
  const bothNames = columns.includes('first_name') && columns.includes('last_name');
  if (!bothNames && !columns.includes('name')) throw badRequest(IMPORT_MESSAGES.noNames(shown));
  const twice = headings.find(
    (_, index) => columns[index] && columns.indexOf(columns[index]) !== index && columns[index] !== 'status',
  );
  if (twice !== undefined) throw badRequest(IMPORT_MESSAGES.twoColumns(twice.slice(0, 100)));
}

function toldBy({ line, cells }: CsvRow, columns: readonly (Column | null)[]): Told {
  const cell = (column: Column) => textOfCell(cells[columns.indexOf(column)] ?? '');
  const [first, last] = splitName(cell('name'));
  return {
    line,
    first_name: cell('first_name') || first,
    last_name: cell('last_name') || last,
    email: addressIn(cell('email')),
    unsubscribed: /^(?:unsubscribed|opted[ -]?out|cleaned)$/i.test(cell('status')),
  };
}

/** 'Okafor, Amelia' or 'Amelia Grace Okafor': the last word is the family's, as far as that can be told. */
function splitName(name: string): readonly [string, string] {
  const comma = name.indexOf(',');
  if (comma >= 0) return [name.slice(comma + 1).trim(), name.slice(0, comma).trim()];
  const words = name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

/** The address in 'Amelia <amelia@example.org>' or 'mailto:amelia@example.org', else what stands there. */
function addressIn(text: string): string {
  // Longer than any address with a name; looking for the brackets takes time that grows with its square.
  if (text.length > 1000) return text;
  const within = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text)?.[1];
  return (within ?? text).replace(/^mailto:/i, '');
}
