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
  People,
  PersonRow,
} from '#server/features/subscribers/import/file/people.ts';
import { personRowsOf } from '#server/features/subscribers/import/file/rows.ts';
import type { Source } from '#server/features/subscribers/import/file/source.ts';
import { StateReader } from '#server/features/subscribers/import/file/state-reader.ts';
import { stateOfFile } from '#server/features/subscribers/import/file/states.ts';
import { badRequest } from '#server/platform/http/errors.ts';
import type { CsvRow, RowReader } from './csv.ts';
import { maySayGroups } from './group-columns.ts';

/** Reads the people of a file's tables by the headings of their columns. */

/** The people of a list in one file, or in several with the same headings, such as one for each state. Throws 400. */
export function readPeople(files: readonly Source[], choice: ColumnChoice, today: string): People {
  const people = new PeopleReader(choice, today);
  const read = files.map((file) =>
    file.read(people.ofFile(files.length === 1 ? undefined : file.name, stateOfFile(file.name))),
  );
  const doubts = new Set(read.flatMap((each) => each.doubts));
  return people.result([...doubts], read.find(({ letters }) => letters !== null)?.letters ?? null);
}

const SHOWN_MAX = 50;
const ABOVE_MAX = 5;

class PeopleReader {
  readonly #people: (PersonRow | BrokenLine)[] = [];
  readonly #headings: Heading[] = [];
  // With several files, a column is known by its heading; its position is that in the first file that has it.
  readonly #keys: string[] = [];
  readonly #states: StateReader;
  readonly #choice: ColumnChoice;
  readonly #today: string;
  // A first line that is not the heading: 'Members for group Parents'.
  #above: CsvRow | null = null;

  constructor(choice: ColumnChoice, today: string) {
    this.#choice = choice;
    this.#today = today;
    this.#states = new StateReader(choice.words);
  }

  ofFile(file: string | undefined, stateOfAll: ReturnType<typeof stateOfFile>): RowReader {
    let heading: Heading | null = null;
    return {
      row: (row: CsvRow) => {
        if (heading === null && this.#isAbove(row)) this.#above ??= row;
        else if (heading === null) {
          heading = headingOf(hasEmail(row.cells) ? row : (this.#above ?? row), this.#choice, this.#keys);
          this.#headings.push(heading);
        } else if (hasUnclosedQuote(row, heading)) return false;
        else
          this.#add(
            personRowsOf(row, heading, { file, stateOfAll, states: this.#states, today: this.#today }),
          );
        return true;
      },
      broken: (line: number, message: string) => {
        if (heading === null) throw badRequest(headingMessage(message));
        this.#add([{ line, file, broken: message }]);
      },
    };
  }

  #isAbove({ line, cells }: CsvRow): boolean {
    return line <= ABOVE_MAX && cells.filter((cell) => cell !== '').length === 1 && !hasEmail(cells);
  }

  result(doubts: readonly string[], letters: People['letters']): People {
    if (this.#headings.length === 0 && this.#above !== null) headingOf(this.#above, this.#choice, this.#keys);
    if (this.#headings.length === 0) throw badRequest(IMPORT_MESSAGES.empty);
    if (this.#people.length === 0) throw badRequest(IMPORT_MESSAGES.noPeople);
    const columns = this.#headings.flatMap((heading) => heading.all);
    return {
      people: this.#people,
      ignored: unique(
        columns.flatMap(({ use, heading }) => (use === 'ignored' || use === 'unused' ? [heading] : [])),
      ),
      columns: candidatesOf(columns),
      emailColumns: columns
        .filter(({ use }, at) => use === 'email' && isFirst(columns, at))
        .map(({ index, heading, isChosen }) => ({ index, heading, is_used: isChosen })),
      unknownWords: this.#states.words(),
      doubts,
      letters,
    };
  }

  #add(people: readonly (PersonRow | BrokenLine)[]): void {
    this.#people.push(...people);
    if (this.#people.length > IMPORT_MAX_LINES) throw badRequest(IMPORT_MESSAGES.tooMany);
  }
}

type Columns = Heading['all'];

// The chosen ones come first, so that none of them is cut off.
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
