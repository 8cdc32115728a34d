/** How the files in a folder match the rows in the database. */
export interface FileCount {
  /** Rows in the database. */
  readonly rows: number;
  /** Complete files in the folder. */
  readonly files: number;
  /** Rows whose file is in the folder. */
  readonly found: number;
}

/** Compares the keys of the rows with those of the files. */
export function countFiles(rows: readonly string[], files: ReadonlySet<string>): FileCount {
  return { rows: rows.length, files: files.size, found: rows.filter((key) => files.has(key)).length };
}

/** '2 of 18 files are missing in …'; null if none is. */
export function missingFilesWarning({ rows, found }: FileCount, folder: string): string | null {
  return rows === found ? null : `${rows - found} of ${rows} files are missing in ${folder}`;
}
