import { groupKey } from '#contract/groups/group-names.ts';
import { GROUP_NAME_MAX } from '#contract/groups/groups.ts';
import {
  GROUP_VALUES_MAX,
  type GroupsInFile,
  IMPORT_GROUP_MESSAGES,
  type ImportColumn,
  type ImportGroupValue,
} from '#contract/groups/import-groups.ts';
import type { PersonRow } from '#server/features/subscribers/import/file/people.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { GroupCell } from './group-columns.ts';

/** The meanings of the values in columns of groups: a group in use, a new one, or none. */

/** A group that the school has. */
export interface KnownGroup {
  readonly name: string;
  readonly isRetired: boolean;
}

/** The rules that decide about values: the school's groups, and the person's choice (null: not made yet). */
export interface GroupRules {
  readonly known: readonly KnownGroup[];
  readonly choice: GroupsInFile | null;
  /** Values that the person has not seen may not become new groups. */
  readonly onlySeen: boolean;
}

/** Reads the cells of a file's columns of groups, and counts the families of each value. */
export class GroupValueReader {
  readonly #chosen: ReadonlyMap<string, string | null>;
  readonly #known: ReadonlyMap<string, KnownGroup>;
  readonly #mayMake: boolean;
  readonly #values = new Map<string, { value: string; group: string | null; emails: Set<string> }>();
  // Names as first found in the file: 'Choir' and 'choir' are one new group.
  readonly #made = new Map<string, string>();
  readonly #perColumn = new Map<number, Set<string>>();
  readonly #tooMany = new Set<number>();

  constructor({ known, choice, onlySeen }: GroupRules) {
    this.#chosen = new Map(choice?.values.map(({ value, group }) => [groupKey(value), group]));
    this.#known = new Map(known.map((group) => [groupKey(group.name), group]));
    this.#mayMake = !onlySeen;
  }

  /**
   * Counts the different values of each column. A guessed column with too many of them is not used; a chosen one is refused
   * with 400.
   */
  checkColumns(
    rows: readonly (PersonRow | object)[],
    columns: readonly ImportColumn[],
    isGuess: boolean,
  ): readonly ImportColumn[] {
    for (const row of rows) if ('groups' in row) for (const cell of row.groups) this.#countValues(cell);
    return columns.map((column) => {
      if (!this.#tooMany.has(column.index)) return column;
      if (!isGuess) throw badRequest(IMPORT_GROUP_MESSAGES.tooManyValues(column.heading.slice(0, 100)));
      return { ...column, is_groups: false };
    });
  }

  #countValues({ index, ...cell }: GroupCell): void {
    if (this.#tooMany.has(index)) return;
    const values = this.#perColumn.get(index) ?? new Set();
    this.#perColumn.set(index, values);
    for (const value of this.#split(cell)) values.add(groupKey(value));
    if (values.size > GROUP_VALUES_MAX) this.#tooMany.add(index);
  }

  /** The groups' names in the cells of a line. */
  groupsOf(email: string, cells: readonly GroupCell[]): readonly string[] {
    const names = cells
      .filter(({ index }) => !this.#tooMany.has(index))
      .flatMap((cell) => this.#split(cell).flatMap((value) => this.#note(value, email) ?? []));
    return [...new Set(names)];
  }

  /** All values, in the order of the file. */
  found(): readonly ImportGroupValue[] {
    return [...this.#values.values()].map(({ value, group, emails }) => ({
      value,
      families: emails.size,
      group,
      is_new: group !== null && !this.#known.has(groupKey(group)),
    }));
  }

  #note(value: string, email: string): string | null {
    const key = groupKey(value);
    const noted = this.#values.get(key) ?? { value, group: this.#groupFor(value), emails: new Set() };
    this.#values.set(key, noted);
    noted.emails.add(email);
    return noted.group;
  }

  #groupFor(value: string): string | null {
    const chosen = this.#chosen.get(groupKey(value));
    if (chosen !== undefined) return chosen === null ? null : this.#named(chosen);
    const guess = this.#guess(value);
    if (guess === null || guess.length > GROUP_NAME_MAX) return null;
    const known = this.#known.get(groupKey(guess));
    if (known?.isRetired) return null;
    return known || this.#mayMake ? this.#named(guess) : null;
  }

  #named(name: string): string {
    const key = groupKey(name);
    const made = this.#known.get(key)?.name ?? this.#made.get(key) ?? name;
    this.#made.set(key, made);
    return made;
  }

  #guess(value: string): string | null {
    const key = groupKey(value);
    if (NONE.has(key)) return null;
    if (this.#known.has(key)) return value;
    const year = yearOf(key);
    if (year === null) return value.replace(/\s+/g, ' ');
    const same = [...this.#known.values()].find(
      ({ name, isRetired }) => !isRetired && yearOf(groupKey(name)) === year,
    );
    return same?.name ?? year;
  }

  // 'Year 3/4' is one value if the school has a group of that name.
  #split({ cell, isWhole }: Pick<GroupCell, 'cell' | 'isWhole'>): readonly string[] {
    const whole = cell.trim();
    if (whole === '') return [];
    const key = groupKey(whole);
    if (isWhole || this.#known.has(key) || this.#chosen.has(key) || NONE.has(key)) return [short(whole)];
    // Mailchimp writes its tags as "Year 4","PTA".
    const values = whole.split(/[,;/|\r\n]+/).map((value) => short(value.trim().replace(/^"(.*)"$/, '$1')));
    return values.filter((value) => value !== '');
  }
}

// Cut to the longest value that a choice may contain.
function short(value: string): string {
  return value.slice(0, 200);
}

const NONE: ReadonlySet<string> = new Set([
  'n/a',
  'n',
  'na',
  'none',
  'no',
  'nil',
  'null',
  '-',
  '–',
  '—',
  '.',
  '?',
]);
const YEAR = /^(?:(?:year|yr|y|grade)\s*)?(\d{1,2})$/;
const EARLY: Readonly<Record<string, string>> = { r: 'Reception', rec: 'Reception', nur: 'Nursery' };

/** 'Year 4' for '4', 'Y4' and 'Yr 4'; null for anything but a year. */
function yearOf(key: string): string | null {
  const number = YEAR.exec(key)?.[1];
  if (number !== undefined && Number(number) > 0) return `Year ${Number(number)}`;
  return EARLY[key] ?? null;
}
