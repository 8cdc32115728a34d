/** Text for a terminal. */

/** A column of a table: its heading, and whether it holds numbers, which are aligned to the right. */
export interface TableColumn {
  readonly heading: string;
  readonly isNumber?: true;
}

/** Lines with aligned columns, under their headings. */
export function tableOf(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    columns
      .map(({ isNumber }, index) => {
        const [cell = '', width = 0] = [cells[index], widths[index]];
        return isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(columns.map(({ heading }) => heading)), ...rows.map(line)].join('\n');
}

/** Such as '9.4 MB'. */
export function megabytes(bytes: number): string {
  if (bytes >= 10_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Such as '1 file' or '2 files'. */
export function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

/** Such as '2026-11-26', or a dash for null. */
export function dayShown(moment: Date | null): string {
  return moment === null ? '-' : moment.toISOString().slice(0, 10);
}

/** Cuts a text to at most `max` characters, for a column. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}
