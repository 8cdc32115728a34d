import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import { GROUP_COLUMNS_MAX } from '#contract/groups/import-groups.ts';
import { IMPORT_MAX_COLUMNS } from '#contract/subscribers.ts';
import { type CsvRow, SEPARATORS } from '#server/features/subscribers/import/csv.ts';
import { saysGroups } from '#server/features/subscribers/import/group-columns.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import { type FileColumn, isName } from './column.ts';
import { headingColumns, isEmailHeading, namesPupils } from './headings.ts';
import type { ColumnChoice } from './people.ts';
import { type PersonColumns, personsOf, twiceNamed } from './persons.ts';

/** The first line of a file: the purpose of each column. */
export interface Heading {
  readonly columns: readonly (FileColumn | null)[];
  readonly persons: readonly PersonColumns[];
  /** The columns of groups: the position in this file, and the index by which choices name the column. */
  readonly groups: readonly { readonly at: number; readonly index: number }[];
  readonly all: readonly {
    readonly index: number;
    readonly heading: string;
    /** `unused`: a column that is understood, but about nobody who is imported. */
    readonly use: 'email' | 'groups' | 'known' | 'unused' | 'ignored';
    readonly isChosen: boolean;
  }[];
}

/** `keys`: the columns of earlier files; this file's are added to them. Throws 400. */
export function headingOf({ cells }: CsvRow, choice: ColumnChoice, keys: string[]): Heading {
  if (cells.length > IMPORT_MAX_COLUMNS) throw badRequest(IMPORT_MESSAGES.tooManyColumns);
  const columns = headingColumns(cells);
  requireColumns(columns, cells);
  const indexes = indexesOf(cells, keys);
  const isGroups = (cell: string, at: number) =>
    columns[at] === null && (choice.groups?.includes(indexes[at] ?? -1) ?? saysGroups(cell));
  const groups = cells
    .flatMap((cell, at) => (isGroups(cell, at) ? [{ at, index: indexes[at] ?? -1 }] : []))
    .slice(0, GROUP_COLUMNS_MAX);
  const isOfPupil = pupilsOwn(columns, cells);
  const isChosen = (at: number) => choice.emails?.includes(indexes[at] ?? -1) ?? !isOfPupil(at);
  const persons = personsOf(columns).filter(({ email }) => isChosen(email));
  return {
    columns,
    persons,
    groups,
    all: cells.map((heading, at) => {
      const column = columns[at] ?? null;
      const isOfGroups = groups.some((each) => each.at === at);
      const use = column === null ? (isOfGroups ? 'groups' : 'ignored') : purposeOf(column, at, persons);
      return { index: indexes[at] ?? at, heading, use, isChosen: isChosen(at) };
    }),
  };
}

function purposeOf(
  column: FileColumn,
  at: number,
  persons: readonly PersonColumns[],
): 'email' | 'known' | 'unused' {
  if (column.field === 'email') return 'email';
  const isUsed = isName(column)
    ? persons.some(({ names }) => names[column.field] === at)
    : column.person === '' || persons.some(({ person }) => person === column.person);
  return isUsed ? 'known' : 'unused';
}

/** Whether a first line names a column of addresses. */
export function hasEmail(cells: readonly string[]): boolean {
  return cells.length <= IMPORT_MAX_COLUMNS && cells.some(isEmailHeading);
}

// Beside a pupil's name and parents' addresses, an address whose heading names nobody is the pupil's own.
function pupilsOwn(
  columns: readonly (FileColumn | null)[],
  cells: readonly string[],
): (at: number) => boolean {
  const isOfParent = (column: FileColumn | null) => column?.field === 'email' && column.person !== '';
  const isNamed = (column: FileColumn | null) => column?.field === 'email' && column.namedBy !== undefined;
  if (!namesPupils(cells) || !columns.some(isOfParent)) return () => false;
  return (at) =>
    columns[at]?.field === 'email' && !isOfParent(columns[at] ?? null) && !isNamed(columns[at] ?? null);
}

// Two columns with the same heading are two columns.
function indexesOf(cells: readonly string[], keys: string[]): readonly number[] {
  const seen = new Map<string, number>();
  return cells.map((cell) => {
    const count = seen.get(cell) ?? 0;
    seen.set(cell, count + 1);
    const key = `${count} ${cell}`;
    if (!keys.includes(key)) keys.push(key);
    return keys.indexOf(key);
  });
}

function requireColumns(columns: readonly (FileColumn | null)[], headings: readonly string[]): void {
  const shown = headings.join(', ').slice(0, 200);
  if (!columns.some((column) => column?.field === 'email')) throw badRequest(IMPORT_MESSAGES.noEmail(shown));
  const twice = headings[twiceNamed(columns)];
  if (twice !== undefined) throw badRequest(IMPORT_MESSAGES.twoColumns(twice.slice(0, 100)));
}

/**
 * Whether an unclosed quotation mark has swallowed lines: a multi-line cell contains a whole person, or it contains an
 * address although it is a name or the row's own address is missing.
 */
export function hasUnclosedQuote({ cells }: CsvRow, { columns }: Heading): boolean {
  const isSuspicious = (cell: string) => /[\r\n]/.test(cell) && cell.includes('@');
  if (!cells.some(isSuspicious)) return false;
  const email = columns.findIndex((column) => column?.field === 'email');
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
