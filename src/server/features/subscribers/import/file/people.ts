import type { ImportColumn } from '#contract/groups/import-groups.ts';
import type { EmailColumn, ImportAnswers, Letters, UnknownWord } from '#contract/groups/import-questions.ts';
import type { GroupCell } from '#server/features/subscribers/import/group-columns.ts';
import type { RowState } from './state-reader.ts';

/** The result of reading a file from any program. */

/** A person named in a line of the file, with the values as given. */
export interface PersonRow {
  readonly line: number;
  /** The file's name, if there are several. */
  readonly file?: string | undefined;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** Whether the person is on the file's list. */
  readonly state: RowState;
  /** The cells of the columns of groups. */
  readonly groups: readonly GroupCell[];
}

/** An unreadable line with the reason; and with its person, if they may be shown. */
export interface BrokenLine {
  readonly line: number;
  readonly file?: string | undefined;
  readonly broken: string;
  readonly person?: Pick<PersonRow, 'first_name' | 'last_name' | 'email'>;
}

/** The people of a file, and the meaning of its columns. */
export interface People {
  readonly people: readonly (PersonRow | BrokenLine)[];
  /** Headings of ignored columns. */
  readonly ignored: readonly string[];
  /** The columns that may contain groups. */
  readonly columns: readonly ImportColumn[];
  readonly emailColumns: readonly EmailColumn[];
  readonly unknownWords: readonly UnknownWord[];
  /** Sentences about what may be wrong in the file. */
  readonly doubts: readonly string[];
  /** The possible encodings; null if the file itself names its encoding. */
  readonly letters: Letters | null;
}

/** An uploaded file. */
export interface ListFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** A person's choices about columns. `groups`: the columns of groups, null to guess them. */
export interface ColumnChoice extends Pick<ImportAnswers, 'emails' | 'words' | 'charset'> {
  readonly groups: readonly number[] | null;
}
