import { IMPORT_DOUBTS, IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportColumn, ImportGroupValue } from '#contract/groups/import-groups.ts';
import type { EmailColumn, Letters, UnknownWord } from '#contract/groups/import-questions.ts';
import { hasEmail } from '#server/features/subscribers/import/file/heading.ts';
import type { ColumnChoice, ListFile, People } from '#server/features/subscribers/import/file/people.ts';
import { csvSource, headingIn, type Source } from '#server/features/subscribers/import/file/source.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';
import { readPeople } from './columns.ts';
import { type GroupRules, GroupValueReader } from './group-values.ts';
import { checkLines, withMended } from './import-lines.ts';
import { hasOneRoster, hasUsersFile, isUsersFile, readOneRoster } from './one-roster.ts';
import { isZip, unzipTables } from './unzip.ts';

/** A parsed file, checked as far as possible without the database. */
export interface ParsedFile {
  /** Headings of ignored columns. */
  readonly ignored: readonly string[];
  /** The columns that may say groups, and the values of those that do. */
  readonly columns: readonly ImportColumn[];
  readonly groupValues: readonly ImportGroupValue[];
  readonly emailColumns: readonly EmailColumn[];
  readonly unknownWords: readonly UnknownWord[];
  readonly doubts: readonly string[];
  readonly letters: Letters | null;
  /** The number of lines in all parts. */
  readonly total: number;
  /** JSON of `PART_LINES` lines each (see `keptLine`). Each part is written in one transaction. */
  readonly parts: readonly string[];
}

/** Lines per transaction. Other work runs between two transactions. */
const PART_LINES = 250;

/** Parses a file; takes up to seconds for 5 MB. `today`: YYYY-MM-DD. `refusal` is the message for an unreadable one. */
export async function readImportFile(
  file: ListFile,
  rules: GroupRules,
  today: string,
): Promise<ParsedFile | { readonly refusal: string }> {
  try {
    const { choice } = rules;
    const read = await peopleIn(file, { ...choice, groups: choice?.columns ?? null }, today);
    const { people, columns: found, ...about } = read;
    const groups = new GroupValueReader(rules);
    const columns = groups.checkColumns(people, found, choice === null);
    // A first check suggests it; only a person's choice makes it so.
    const leaves = choice === null ? !rules.onlySeen : (choice.leaves ?? false);
    const lines = checkLines(withMended(people, choice?.mended), groups, leaves);
    const parts: string[] = [];
    for (let start = 0; start < lines.length; start += PART_LINES)
      parts.push(JSON.stringify(lines.slice(start, start + PART_LINES)));
    return { ...about, columns, groupValues: groups.found(), total: lines.length, parts };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

// A ZIP file has a school system's files, lists of families, or a spreadsheet; for any other one, the error says what it is or lacks.
async function peopleIn({ name, bytes }: ListFile, choice: ColumnChoice, today: string): Promise<People> {
  if (!isZip(bytes)) return peopleOf([csvSource(name, bytes, choice.charset)], choice, today);
  const { tables, spreadsheet } = await unzipTables(bytes, choice.charset);
  const { noUsers, otherZip, noTable } = IMPORT_MESSAGES;
  if (hasUsersFile(tables)) return readOneRoster(tables, choice.groups, today);
  if (spreadsheet === 'workbook' || spreadsheet === 'numbers') throw badRequest(IMPORT_MESSAGES[spreadsheet]);
  if (hasOneRoster(tables)) throw badRequest(noUsers);
  const all = [...tables.values()];
  const lists = all.filter((table) => isUsersFile(table) || hasEmail(headingIn(table)));
  // An error in a spreadsheet is reported for its first table.
  if (lists.length === 0 && spreadsheet === null) throw badRequest(otherZip);
  if (all.length === 0) throw badRequest(noTable);
  const people = peopleOf(lists.length === 0 ? all.slice(0, 1) : lists, choice, today);
  const namesOf = (isList: boolean) =>
    [...tables].flatMap(([table, source]) => (lists.includes(source) === isList ? [table] : []));
  const others = namesOf(false);
  const doubts = lists.length > 0 && others.length > 0 ? [IMPORT_DOUBTS.notRead(others)] : [];
  const isSplit = spreadsheet === 'openDocument' && lists.length > 1;
  const sheets = isSplit ? [IMPORT_DOUBTS.severalSheets(namesOf(true))] : [];
  return { ...people, doubts: [...people.doubts, ...sheets, ...doubts] };
}

function peopleOf(tables: readonly Source[], choice: ColumnChoice, today: string): People {
  const users = tables.find(isUsersFile);
  if (users !== undefined) return readOneRoster(new Map([['users.csv', users]]), choice.groups, today);
  return readPeople(tables, choice, today);
}
