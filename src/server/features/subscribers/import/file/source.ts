import { IMPORT_MESSAGES } from '#contract/families/import-messages.ts';
import type { Charset } from '#contract/groups/import-questions.ts';
import {
  type CsvRow,
  RECORD_MAX_BYTES,
  type RowReader,
  readCsv,
} from '#server/features/subscribers/import/csv.ts';
import { Refusal } from '#server/platform/http/errors.ts';
import type { Sheet } from './open-document.ts';
import type { ListText } from './text.ts';

/** A table of a file from any program: a CSV file, or a sheet. */
export interface Source {
  readonly name: string;
  /** Reads the rows in order, and returns doubts about the encoding. Throws 400. */
  read(reader: RowReader): Pick<ListText, 'doubts' | 'letters'>;
}

/** A CSV file. `charset`: its encoding, if a person has chosen one. */
export function csvSource(name: string, bytes: Buffer, charset?: Charset): Source {
  return { name, read: (reader) => readCsv(bytes, reader, charset) };
}

/** A sheet of a spreadsheet, which is Unicode. */
export function sheetSource({ name, rows }: Sheet): Source {
  return {
    name,
    read(reader) {
      for (const row of rows) {
        const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
        if (length > RECORD_MAX_BYTES) reader.broken(row.line, IMPORT_MESSAGES.long);
        else reader.row(row);
      }
      return { doubts: [], letters: null };
    },
  };
}

class Found extends Error {
  readonly cells: CsvRow['cells'];

  constructor(cells: CsvRow['cells']) {
    super();
    this.cells = cells;
  }
}

/** The cells of the first row; none if the source cannot be read. */
export function headingIn(source: Source): readonly string[] {
  try {
    source.read({
      row({ cells }) {
        throw new Found(cells);
      },
      broken: () => undefined,
    });
  } catch (error) {
    if (error instanceof Found) return error.cells;
    if (!(error instanceof Refusal)) throw error;
  }
  return [];
}
