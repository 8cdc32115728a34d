import { type FileColumn, isName, type NameField } from './column.ts';

/** Finds the persons that a line of a file names: one for each column of addresses. */

/** The columns of a person's cells. */
export interface PersonColumns {
  readonly person: string;
  readonly email: number;
  readonly names: Readonly<Record<NameField, number>>;
}

const NO_NAMES = { first_name: -1, last_name: -1, name: -1 };

/** The persons of each line. */
export function personsOf(columns: readonly (FileColumn | null)[]): readonly PersonColumns[] {
  const emails = columns.flatMap((column, index) =>
    column?.field === 'email' ? [{ person: column.namedBy ?? column.person, email: index }] : [],
  );
  const withEmail = new Set(emails.map(({ person }) => person));
  const named = new Set<string>();
  return emails.map(({ person, email }) => {
    const from = namesFor(person, columns, withEmail);
    // A second address with the same name often belongs to somebody else.
    const isFirst = from !== null && !named.has(from);
    if (isFirst) named.add(from);
    return { person, email, names: isFirst ? namesOf(from, columns) : NO_NAMES };
  });
}

/** The person whose names are used: their own, else the only contact without an address, else the line's if there is nobody else. */
function namesFor(
  person: string,
  columns: readonly (FileColumn | null)[],
  withEmail: ReadonlySet<string>,
): string | null {
  const named = new Set(columns.flatMap((column) => (isName(column) ? [column.person] : [])));
  const contacts = [...named].filter((each) => each !== '' && !withEmail.has(each));
  if (person !== '' && named.has(person)) return person;
  if (contacts.length === 1 && withEmail.size === 1) return contacts[0] ?? null;
  return named.has('') && (person === '' || withEmail.size === 1) ? '' : null;
}

function namesOf(
  person: string,
  columns: readonly (FileColumn | null)[],
): Readonly<Record<NameField, number>> {
  const at = (field: NameField) =>
    columns.findIndex((column) => column?.field === field && column.person === person);
  return { first_name: at('first_name'), last_name: at('last_name'), name: at('name') };
}

/** The position of a second name column for the same person. Only the first would be used, so somebody has to choose. -1 without one. */
export function twiceNamed(columns: readonly (FileColumn | null)[]): number {
  return columns.findIndex(
    (column, index) =>
      isName(column) &&
      columns.findIndex(
        (each) => isName(each) && each.field === column.field && each.person === column.person,
      ) !== index,
  );
}

const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|rev|herr|frau|mme|mlle|sr|sra|dhr|mevr|pan|pani)\.?(?:\s+(?=\S)|$)/i;

/** Splits 'Okafor, Amelia' or 'Mrs Amelia Grace Okafor'; without a comma, the last word is the family name. */
export function splitName(name: string): readonly [string, string] {
  const comma = name.indexOf(',');
  if (comma >= 0) return [withoutTitle(name.slice(comma + 1).trim()), name.slice(0, comma).trim()];
  const untitled = withoutTitle(name);
  const words = untitled.split(/\s+/);
  // 'Mr Old' has no first name.
  const last = words.length > 1 || untitled !== name ? (words.pop() ?? '') : '';
  return [words.join(' '), last];
}

function withoutTitle(name: string): string {
  return name.replace(TITLE, '');
}
