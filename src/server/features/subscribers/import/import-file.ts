import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportColumn, ImportGroupValue } from '#contract/groups/import-groups.ts';
import type { EmailColumn, UnknownWord } from '#contract/groups/import-questions.ts';
import type { ColumnChoice, ListFile, People } from '#server/features/subscribers/import/file/people.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';
import { isList, readPeople } from './columns.ts';
import { type GroupRules, GroupValues } from './group-values.ts';
import { checkLines } from './import-lines.ts';
import { hasOneRoster, hasUsers, isUsersFile, readOneRoster } from './one-roster.ts';
import { isZip, unzipCsv } from './unzip.ts';

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
    const groups = new GroupValues(rules);
    const columns = groups.checkColumns(people, found, choice === null);
    // A check offers it, and only a person takes it.
    const lines = checkLines(people, groups, choice === null ? !rules.onlySeen : (choice.leaves ?? false));
    const parts: string[] = [];
    for (let start = 0; start < lines.length; start += PART_LINES)
      parts.push(JSON.stringify(lines.slice(start, start + PART_LINES)));
    return { ...about, columns, groupValues: groups.found(), total: lines.length, parts };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

// A ZIP file has the files of a school system, or lists of families. It says what else it is, or what is missing.
async function peopleIn(file: ListFile, choice: ColumnChoice, today: string): Promise<People> {
  if (isUsersFile(file.bytes))
    return readOneRoster(new Map([['users.csv', file.bytes]]), choice.groups, today);
  if (!isZip(file.bytes)) return readPeople([file], choice);
  const { files, spreadsheet } = await unzipCsv(file.bytes);
  if (hasUsers(files)) return readOneRoster(files, choice.groups, today);
  const { noUsers, otherZip } = IMPORT_MESSAGES;
  if (spreadsheet !== null) throw badRequest(IMPORT_MESSAGES[spreadsheet]);
  if (hasOneRoster(files)) throw badRequest(noUsers);
  const lists = [...files].map(([name, bytes]) => ({ name, bytes })).filter(isList);
  const users = lists.find(({ bytes }) => isUsersFile(bytes));
  if (users !== undefined) return readOneRoster(new Map([['users.csv', users.bytes]]), choice.groups, today);
  if (lists.length === 0) throw badRequest(otherZip);
  return readPeople(lists, choice);
}
