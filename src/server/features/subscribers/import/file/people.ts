import type { ImportColumn } from '#contract/groups/import-groups.ts';
import type { EmailColumn, ImportAnswers, Letters, UnknownWord } from '#contract/groups/import-questions.ts';
import type { GroupCell } from '#server/features/subscribers/import/group-columns.ts';
import type { RowState } from './state-reader.ts';

/** What reading a file, of whatever program, results in. */

/** Somebody whom a line of the file names, with values as given. */
export interface PersonRow {
  readonly line: number;
  /** The file, of several. */
  readonly file?: string | undefined;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** Whether the file says that they are on its list. */
  readonly state: RowState;
  /** The cells of the columns of groups. */
  readonly groups: readonly GroupCell[];
}

/** An unreadable line, and why; with the person where it says one who may be told. */
export interface BrokenLine {
  readonly line: number;
  readonly file?: string | undefined;
  readonly broken: string;
  readonly person?: Pick<PersonRow, 'first_name' | 'last_name' | 'email'>;
}

/** The people of a file, and what its columns are. */
export interface People {
  readonly people: readonly (PersonRow | BrokenLine)[];
  /** Headings of ignored columns. */
  readonly ignored: readonly string[];
  /** The columns that may say groups. */
  readonly columns: readonly ImportColumn[];
  readonly emailColumns: readonly EmailColumn[];
  readonly unknownWords: readonly UnknownWord[];
  /** Sentences about what may be wrong in the file. */
  readonly doubts: readonly string[];
  /** How its letters may be read; null where the file itself says it. */
  readonly letters: Letters | null;
}

/** A file as it was sent. */
export interface ListFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a person has chosen about columns. `groups`: those that say groups, null to guess them. */
export interface ColumnChoice extends Pick<ImportAnswers, 'emails' | 'words' | 'charset'> {
  readonly groups: readonly number[] | null;
}
