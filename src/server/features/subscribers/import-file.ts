import { Refusal } from '#server/platform/http/errors.ts';
import { readPeople } from './columns.ts';
import { checkLines } from './import-lines.ts';

/** A file to import, read and checked as far as that is possible without the list. */
export interface ParsedFile {
  /** Headings of columns that are left out. */
  readonly ignored: readonly string[];
  /** How many lines there are in all parts. */
  readonly total: number;
  /** JSON of the lines, `PART_LINES` each (see `keptLine`): what is looked up and written in one transaction. */
  readonly parts: readonly string[];
}

/** So many people are looked up and written in one transaction: others get their turn between two of them. */
const PART_LINES = 250;

/** Reads a file; takes seconds for the worst of 5 MB. `refusal` is the sentence for what cannot be read. */
export function readImportFile(bytes: Buffer): ParsedFile | { readonly refusal: string } {
  try {
    const { people, ignored } = readPeople(bytes);
    const lines = checkLines(people);
    const parts: string[] = [];
    for (let start = 0; start < lines.length; start += PART_LINES)
      parts.push(JSON.stringify(lines.slice(start, start + PART_LINES)));
    return { ignored, total: lines.length, parts };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    throw error;
  }
}
