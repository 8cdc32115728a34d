/** How the files of a folder and the rows of a database match. */
export interface FileCount {
  /** Files that the database knows. */
  readonly rows: number;
  /** Whole files in the folder. */
  readonly files: number;
  /** Of the rows, those whose file is in the folder. */
  readonly found: number;
}

/** Holds the keys of the rows against those of the files. */
export function countFiles(rows: readonly string[], files: ReadonlySet<string>): FileCount {
  return { rows: rows.length, files: files.size, found: rows.filter((key) => files.has(key)).length };
}

/** '2 of 18 files are missing in …'; null where none is. */
export function missingFiles({ rows, found }: FileCount, folder: string): string | null {
  return rows === found ? null : `${rows - found} of ${rows} files are missing in ${folder}`;
}
