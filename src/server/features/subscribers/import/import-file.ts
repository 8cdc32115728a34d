import type { ImportColumn, ImportGroupValue } from '#contract/groups/import-groups.ts';
import { IMPORT_MESSAGES } from '#contract/subscribers.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';
import { type People, readPeople } from './columns.ts';
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
  /** The number of lines in all parts. */
  readonly total: number;
  /** JSON of `PART_LINES` lines each (see `keptLine`). Each part is written in one transaction. */
  readonly parts: readonly string[];
}

/** Lines per transaction. Other work runs between two transactions. */
const PART_LINES = 250;

/** Parses a file; takes up to seconds for 5 MB. `today`: YYYY-MM-DD. `refusal` is the message for an unreadable one. */
export async function readImportFile(
  bytes: Buffer,
  rules: GroupRules,
  today: string,
): Promise<ParsedFile | { readonly refusal: string }> {
  try {
    const { people, ignored, columns: found } = await peopleIn(bytes, rules.choice?.columns ?? null, today);
    const groups = new GroupValues(rules);
    const columns = groups.checkColumns(people, found, rules.choice === null);
    const lines = checkLines(people, groups);
    const parts: string[] = [];
    for (let start = 0; start < lines.length; start += PART_LINES)
      parts.push(JSON.stringify(lines.slice(start, start + PART_LINES)));
    return { ignored, columns, groupValues: groups.found(), total: lines.length, parts };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}

// A ZIP file has the files of a school system. It says what else it is, or what is missing.
async function peopleIn(bytes: Buffer, columns: readonly number[] | null, today: string): Promise<People> {
  if (isUsersFile(bytes)) return readOneRoster(new Map([['users.csv', bytes]]), columns, today);
  if (!isZip(bytes)) return readPeople(bytes, columns);
  const { files, isWorkbook } = await unzipCsv(bytes);
  if (!hasUsers(files)) {
    const { workbook, noUsers, otherZip } = IMPORT_MESSAGES;
    throw badRequest(isWorkbook ? workbook : hasOneRoster(files) ? noUsers : otherZip);
  }
  return readOneRoster(files, columns, today);
}
