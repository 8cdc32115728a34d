import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { CsvRow } from '#server/features/subscribers/import/csv.ts';
import { textOfCell } from '#server/platform/csv.ts';
import { addressesIn } from './addresses.ts';
import type { Heading } from './heading.ts';
import { FAMILY_ROLES, PUPIL_ROLES, STAFF_ROLE_WORDS } from './heading-words.ts';
import type { BrokenLine, PersonRow } from './people.ts';
import { splitName } from './persons.ts';
import { headingLetters } from './plain-letters.ts';
import { hasLeftSchool, isAboutMails } from './pupils.ts';
import type { RowState, StateReader } from './state-reader.ts';

/** The values that all rows of a file share. */
interface Source {
  readonly file: string | undefined;
  /** Whether everybody in the file has left. */
  readonly stateOfAll: 'off' | 'came_back' | null;
  readonly states: StateReader;
  /** YYYY-MM-DD. */
  readonly today: string;
}

/** The people that a row names: one for each address. A row without addresses is one person without an address. */
export function personRowsOf(
  row: CsvRow,
  heading: Heading,
  source: Source,
): readonly (PersonRow | BrokenLine)[] {
  const { line, cells } = row;
  const { file } = source;
  const at = (index: number) => textOfCell(cells[index] ?? '');
  const people = heading.persons.flatMap(({ person, email, names }, index) => {
    const given = addressesIn(at(email));
    const isEmpty = given.every((address) => address === '');
    if (isEmpty && (index > 0 || heading.persons.some((each) => at(each.email) !== ''))) return [];
    const [first, last] = splitName(at(names.name));
    const name = { first_name: at(names.first_name) || first, last_name: at(names.last_name) || last };
    const state = source.stateOfAll ?? stateOf(row, heading, person, source.states);
    const groups = heading.groups.map((column) => ({ index: column.index, cell: at(column.at) }));
    // If a cell has two addresses, the name belongs to the first one.
    return given.map((address, which): PersonRow => {
      const named = which === 0 ? name : { first_name: '', last_name: '' };
      return { line, file, ...named, email: address, state, groups };
    });
  });
  const broken = whyNoFamily(row, heading, source.today);
  if (broken !== null) return people.slice(0, 1).map((person) => ({ line, file, broken, person }));
  const seen = new Set<string>();
  return people.filter(({ email }) => !seen.has(email) && seen.add(email));
}

// A state for the whole line applies to everybody in it.
function stateOf({ cells }: CsvRow, { columns }: Heading, person: string, states: StateReader): RowState {
  return states.read(
    columns.flatMap((column, index) => {
      const cell = textOfCell(cells[index] ?? '');
      if (column?.field === 'state' && (column.person === '' || column.person === person))
        return [{ kind: column.kind, cell }];
      return column?.field === 'enrolment' && isAboutMails(cell) ? [{ kind: 'word' as const, cell }] : [];
    }),
  );
}

// A teacher whose own child is here is a family: 'Parent, Staff'.
function whyNoFamily({ cells }: CsvRow, { columns }: Heading, today: string): string | null {
  const hasLeft = columns.some(
    (column, index) =>
      column?.field === 'enrolment' && hasLeftSchool(column.kind, textOfCell(cells[index] ?? ''), today),
  );
  if (hasLeft) return IMPORT_MESSAGES.pupilLeft;
  const roles = columns.flatMap((column, index) =>
    column?.field === 'role' ? (cells[index] ?? '').split(/[,;/|&+]/).map(headingLetters) : [],
  );
  if (roles.some((role) => FAMILY_ROLES.has(role))) return null;
  if (roles.some((role) => PUPIL_ROLES.has(role))) return IMPORT_MESSAGES.pupil;
  return roles.some((role) => STAFF_ROLE_WORDS.has(role)) ? IMPORT_MESSAGES.staff : null;
}
