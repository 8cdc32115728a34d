import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { ImportColumn } from '#contract/groups/import-groups.ts';
import { IMPORT_MAX_LINES } from '#contract/subscribers.ts';
import {
  type Heading,
  hasEmail,
  hasUnclosedQuote,
  headingOf,
} from '#server/features/subscribers/import/file/heading.ts';
import type {
  BrokenLine,
  ColumnChoice,
  ListFile,
  People,
  PersonRow,
} from '#server/features/subscribers/import/file/people.ts';
import { rowsOf } from '#server/features/subscribers/import/file/rows.ts';
import { StateReader } from '#server/features/subscribers/import/file/state-reader.ts';
import { isFileOfLeft } from '#server/features/subscribers/import/file/states.ts';
import { badRequest, Refusal } from '#server/platform/http/errors.ts';
import { type CsvRow, type RowReader, readCsv } from './csv.ts';
import { maySayGroups } from './group-columns.ts';

/** Reads the people of CSV files by the headings of their columns. */

/** The people of a list in one file, or in several with the same headings: one for each state. Throws 400. */
export function readPeople(files: readonly ListFile[], choice: ColumnChoice): People {
  const people = new PeopleReader(choice);
  const doubts = files.flatMap(({ name, bytes }) => {
    const reader = people.ofFile(files.length === 1 ? undefined : name, isFileOfLeft(name));
    return readCsv(bytes, reader).doubts;
  });
  return people.result([...new Set(doubts)]);
}

/** Whether a file's first line names a column of addresses. What cannot be read is no list. */
export function isList({ bytes }: ListFile): boolean {
  let heading: CsvRow['cells'] | null = null;
  const row = ({ cells }: CsvRow) => {
    heading ??= cells;
    return true;
  };
  try {
    readCsv(bytes, { row, broken: () => undefined });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return heading !== null && hasEmail(heading);
}

const SHOWN_MAX = 50;

class PeopleReader {
  readonly #people: (PersonRow | BrokenLine)[] = [];
  readonly #headings: Heading[] = [];
  // Of several files, a column is known by its heading: its position is that of the first file that has it.
  readonly #keys: string[] = [];
  readonly #states: StateReader;
  readonly #choice: ColumnChoice;

  constructor(choice: ColumnChoice) {
    this.#choice = choice;
    this.#states = new StateReader(choice.words);
  }

  ofFile(file: string | undefined, hasLeft: boolean): RowReader {
    let heading: Heading | null = null;
    return {
      row: (row: CsvRow) => {
        if (heading === null) {
          heading = headingOf(row, this.#choice, this.#keys);
          this.#headings.push(heading);
        } else if (hasUnclosedQuote(row, heading)) return false;
        else this.#add(rowsOf(row, heading, { file, hasLeft, states: this.#states }));
        return true;
      },
      broken: (line: number, message: string) => {
        if (heading === null) throw badRequest(headingMessage(message));
        this.#add([{ line, file, broken: message }]);
      },
    };
  }

  result(doubts: readonly string[]): People {
    if (this.#headings.length === 0) throw badRequest(IMPORT_MESSAGES.empty);
    if (this.#people.length === 0) throw badRequest(IMPORT_MESSAGES.noPeople);
    const columns = this.#headings.flatMap((heading) => heading.all);
    return {
      people: this.#people,
      ignored: unique(columns.flatMap(({ use, heading }) => (use === 'ignored' ? [heading] : []))),
      columns: candidatesOf(columns),
      emailColumns: columns
        .filter(({ use }, at) => use === 'email' && isFirst(columns, at))
        .map(({ index, heading, isChosen }) => ({ index, heading, is_used: isChosen })),
      unknownWords: this.#states.words(),
      doubts,
    };
  }

  #add(people: readonly (PersonRow | BrokenLine)[]): void {
    this.#people.push(...people);
    if (this.#people.length > IMPORT_MAX_LINES) throw badRequest(IMPORT_MESSAGES.tooMany);
  }
}

type Columns = Heading['all'];

// The chosen ones first, so that none of them is cut off.
function candidatesOf(columns: Columns): readonly ImportColumn[] {
  const candidates = columns
    .filter(({ use, heading }, at) => {
      const mayBe = use === 'groups' || (use === 'ignored' && maySayGroups(heading));
      return mayBe && isFirst(columns, at);
    })
    .map(({ index, heading, use }) => ({ index, heading, is_groups: use === 'groups' }));
  return candidates.sort((a, b) => Number(b.is_groups) - Number(a.is_groups)).slice(0, SHOWN_MAX);
}

function isFirst(columns: Columns, at: number): boolean {
  return columns.findIndex(({ index }) => index === columns[at]?.index) === at;
}

function unique(headings: readonly string[]): readonly string[] {
  return [...new Set(headings)].filter((heading) => heading !== '').slice(0, SHOWN_MAX);
}

function headingMessage(message: string): string {
  if (message === IMPORT_MESSAGES.afterQuote) return IMPORT_MESSAGES.headingAfterQuote;
  return message === IMPORT_MESSAGES.quote ? IMPORT_MESSAGES.headingQuote : message;
}
