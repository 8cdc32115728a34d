import { GROUP_COLUMNS_MAX, type ImportColumn } from '#contract/groups/import-groups.ts';
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_LINES, IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { textOfCell } from '#server/platform/csv.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { type CsvRow, type RowReader, readCsv, SEPARATORS } from './csv.ts';
import { type GroupCell, maySayGroups, saysGroups } from './group-columns.ts';

/** Maps the columns of a CSV file to fields by their headings. */

/** A row of the file, with values as given. */
export interface PersonRow {
  readonly line: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** Whether the file's status column says that the person has unsubscribed. */
  readonly unsubscribed: boolean;
  /** The cells of the columns of groups. */
  readonly groups: readonly GroupCell[];
}

type Column = 'first_name' | 'last_name' | 'name' | 'email' | 'status';

// Headings of address books, mail programs and school systems, in lower-case letters only.
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

// 'Parent forename' is a forename.
const PERSON_PREFIX =
  /^(?:parent(?:carer)?|carer|guardian|contact|subscriber|mother|father|recipient)1?(?=.)/;

function columnOf(heading: string): Column | null {
  const letters = heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const bare = letters.replace(PERSON_PREFIX, '');
  // 'Parents surname' as well as 'Parent surname'.
  return columnNamed(letters) ?? columnNamed(bare) ?? columnNamed(bare.replace(/^s/, ''));
}

function columnNamed(letters: string): Column | null {
  const columns: readonly Column[] = ['first_name', 'last_name', 'name', 'email', 'status'];
  return columns.find((column) => HEADINGS[column].includes(letters)) ?? null;
}

/** An unreadable line, and why; with the person where it says one who may be told. */
export interface BrokenLine {
  readonly line: number;
  readonly broken: string;
  readonly person?: Pick<PersonRow, 'first_name' | 'last_name' | 'email'>;
}

/** The rows of a file, and what its columns are. */
export interface People {
  readonly people: readonly (PersonRow | BrokenLine)[];
  /** Headings of ignored columns. */
  readonly ignored: readonly string[];
  /** The columns that may say groups. */
  readonly columns: readonly ImportColumn[];
}

/** The rows below the heading. `groupColumns`: those that say groups, null to guess them. Throws 400. */
export function readPeople(bytes: Buffer, groupColumns: readonly number[] | null): People {
  const reader = new PeopleReader(groupColumns);
  readCsv(bytes, reader);
  const { heading, people } = reader;
  if (heading === null) throw badRequest(IMPORT_MESSAGES.empty);
  if (people.length === 0) throw badRequest(IMPORT_MESSAGES.noPeople);
  return { people, ignored: ignoredOf(heading), columns: candidatesOf(heading) };
}

class PeopleReader implements RowReader {
  heading: Heading | null = null;
  readonly people: (PersonRow | BrokenLine)[] = [];
  readonly #groupColumns: readonly number[] | null;

  constructor(groupColumns: readonly number[] | null) {
    this.#groupColumns = groupColumns;
  }

  row(row: CsvRow): boolean {
    if (this.heading === null) this.heading = headingOf(row, this.#groupColumns);
    else if (hasUnclosedQuote(row, this.heading.columns)) return false;
    else this.#add(personRowOf(row, this.heading));
    return true;
  }

  broken(line: number, message: string): void {
    if (this.heading === null) throw badRequest(headingMessage(message));
    this.#add({ line, broken: message });
  }

  #add(each: PersonRow | BrokenLine): void {
    this.people.push(each);
    if (this.people.length > IMPORT_MAX_LINES) throw badRequest(IMPORT_MESSAGES.tooMany);
  }
}

type Columns = readonly (Column | null)[];
interface Heading {
  readonly columns: Columns;
  readonly cells: readonly string[];
  /** The positions of the columns of groups. */
  readonly groups: readonly number[];
}

function headingOf({ cells }: CsvRow, groupColumns: readonly number[] | null): Heading {
  if (cells.length > IMPORT_MAX_COLUMNS) throw badRequest(IMPORT_MESSAGES.tooManyColumns);
  const columns = cells.map(columnOf);
  requireColumns(columns, cells);
  const isGroups = (cell: string, index: number) =>
    columns[index] === null && (groupColumns?.includes(index) ?? saysGroups(cell));
  const groups = cells.flatMap((cell, index) => (isGroups(cell, index) ? [index] : []));
  return { columns, cells, groups: groups.slice(0, GROUP_COLUMNS_MAX) };
}

function headingMessage(message: string): string {
  if (message === IMPORT_MESSAGES.afterQuote) return IMPORT_MESSAGES.headingAfterQuote;
  return message === IMPORT_MESSAGES.quote ? IMPORT_MESSAGES.headingQuote : message;
}

function ignoredOf({ columns, cells, groups }: Heading): readonly string[] {
  const isIgnored = (cell: string, index: number) =>
    columns[index] === null && cell !== '' && !groups.includes(index);
  return cells.filter(isIgnored).slice(0, SHOWN_MAX);
}

// The chosen ones first, so that none of them is cut off.
function candidatesOf({ columns, cells, groups }: Heading): readonly ImportColumn[] {
  const candidates = cells.flatMap((heading, index) => {
    const is_groups = groups.includes(index);
    return is_groups || (columns[index] === null && maySayGroups(heading))
      ? [{ index, heading, is_groups }]
      : [];
  });
  return candidates.sort((a, b) => Number(b.is_groups) - Number(a.is_groups)).slice(0, SHOWN_MAX);
}

/**
 * Whether an unclosed quotation mark has swallowed lines: a multi-line cell contains a whole person, or it contains an
 * address although it is a name or the row's own address is missing.
 */
function hasUnclosedQuote({ cells }: CsvRow, columns: Columns): boolean {
  const isSuspicious = (cell: string) => /[\r\n]/.test(cell) && cell.includes('@');
  if (!cells.some(isSuspicious)) return false;
  const email = columns.indexOf('email');
  return cells.some((cell, index) => {
    if (!isSuspicious(cell)) return false;
    if (isName(columns[index]) || !cells[email]?.includes('@')) return true;
    const below = cell.split(/\r\n|\r|\n/).slice(1);
    return below.some((line) => SEPARATORS.some((separator) => hasAddress(line.split(separator), email)));
  });
}

function hasAddress(cells: readonly string[], email: number): boolean {
  return cells.length > 1 && cells[email]?.includes('@') === true;
}

function isName(column: Column | null | undefined): boolean {
  return column === 'first_name' || column === 'last_name' || column === 'name';
}

const SHOWN_MAX = 50;

function requireColumns(columns: Columns, headings: readonly string[]): void {
  const shown = headings.join(', ').slice(0, 200);
  if (!columns.includes('email')) throw badRequest(IMPORT_MESSAGES.noEmail(shown));
  const bothNames = columns.includes('first_name') && columns.includes('last_name');
  if (!bothNames && !columns.includes('name')) throw badRequest(IMPORT_MESSAGES.noNames(shown));
  const twice = headings.find(
    (_, index) => columns[index] && columns.indexOf(columns[index]) !== index && columns[index] !== 'status',
  );
  if (twice !== undefined) throw badRequest(IMPORT_MESSAGES.twoColumns(twice.slice(0, 100)));
}

function personRowOf({ line, cells }: CsvRow, { columns, groups }: Heading): PersonRow {
  const cell = (column: Column) => textOfCell(cells[columns.indexOf(column)] ?? '');
  const [first, last] = splitName(cell('name'));
  return {
    line,
    first_name: cell('first_name') || first,
    last_name: cell('last_name') || last,
    email: addressIn(cell('email')),
    unsubscribed: /^(?:unsubscribed|opted[ -]?out|cleaned)$/i.test(cell('status')),
    groups: groups.map((index) => ({ index, cell: textOfCell(cells[index] ?? '') })),
  };
}

/** Splits 'Okafor, Amelia' or 'Amelia Grace Okafor'; without a comma, the last word is the family name. */
function splitName(name: string): readonly [string, string] {
  const comma = name.indexOf(',');
  if (comma >= 0) return [name.slice(comma + 1).trim(), name.slice(0, comma).trim()];
  const words = name.split(/\s+/);
  const last = words.length > 1 ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

/** The address in 'Amelia <amelia@example.org>' or 'mailto:amelia@example.org', else the text itself. */
function addressIn(text: string): string {
  // Longer than any address with a name; the regular expression takes quadratic time.
  if (text.length > 1000) return text;
  const within = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text)?.[1];
  return (within ?? text).replace(/^mailto:/i, '');
}
