/**
 * Segments of a document. A wide block is stored in the left column, and its row of the right column is empty. Blocks above it
 * in either column come before it in reading order, blocks below it after it. If the columns above a wide block have different
 * lengths, the shorter one is padded with empty slots, which are not drawn.
 */

type Spanning = { readonly wide?: true | undefined };
/** A column’s slots from top to bottom; null is an empty slot. */
export type Slots<Item> = readonly (Item | null)[];

/** A wide block, or the columns between two of them without their trailing empty slots. */
export type Segment<Item> = { readonly wide: Item } | { readonly columns: readonly Slots<Item>[] };

/** A column without its trailing empty slots. */
export function trimColumn<Item>(column: Slots<Item>): Slots<Item> {
  return column.slice(0, column.findLastIndex((item) => item !== null) + 1);
}

/** Splits columns into segments, from top to bottom. A single column is one segment. */
export function segmentsOf<Item extends Spanning>(columns: readonly Slots<Item>[]): Segment<Item>[] {
  const segments: Segment<Item>[] = [];
  let open = columns.map((): (Item | null)[] => []);
  const close = () => {
    segments.push({ columns: open.map(trimColumn) });
    open = columns.map(() => []);
  };
  const rows = Math.max(0, ...columns.map((column) => column.length));
  for (let row = 0; row < rows; row += 1) {
    let isWideRow = false;
    for (const [index, column] of columns.entries()) {
      const item = column[row] ?? null;
      if (item?.wide && columns.length > 1) {
        close();
        segments.push({ wide: item });
        isWideRow = true;
      } else if (item !== null || !isWideRow) open[index]?.push(item);
    }
  }
  close();
  return segments.filter((segment) => rowCount(segment) > 0);
}

/** The number of rows that a segment occupies in the columns. */
export function rowCount<Item>(segment: Segment<Item>): number {
  return 'wide' in segment ? 1 : Math.max(...segment.columns.map((column) => column.length));
}

/** Joins segments to columns. Each segment starts in the same row of all columns; adjacent segments of columns are merged. */
export function segmentColumns<Item>(segments: readonly Segment<Item>[], count: number): Slots<Item>[] {
  const columns = Array.from({ length: count }, (): (Item | null)[] => []);
  for (const segment of mergeColumns(segments)) {
    const rows = rowCount(segment);
    for (const [index, column] of columns.entries()) {
      const items = 'wide' in segment ? (index === 0 ? [segment.wide] : []) : (segment.columns[index] ?? []);
      column.push(...items, ...Array.from({ length: rows - items.length }, () => null));
    }
  }
  return columns.map(trimColumn);
}

function mergeColumns<Item>(segments: readonly Segment<Item>[]): Segment<Item>[] {
  const merged: Segment<Item>[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last === undefined || 'wide' in last || 'wide' in segment) merged.push(segment);
    else
      merged[merged.length - 1] = {
        columns: last.columns.map((column, index) => [...column, ...(segment.columns[index] ?? [])]),
      };
  }
  return merged;
}

/** The columns as `stripsOf` reads them: wide items in the left one, with nothing beside them. */
export function alignWide<Item extends Spanning>(columns: readonly Slots<Item>[]): readonly Slots<Item>[] {
  return columns.length > 1 && columns.some((column) => column.some((item) => item?.wide))
    ? segmentColumns(segmentsOf(columns), columns.length)
    : columns;
}

/** The segments of columns without the blocks that are drawn at the foot. */
export function withoutFoot<Item extends Spanning>(
  columns: readonly Slots<Item>[],
  isAtFoot: (item: Item | null) => boolean,
): Segment<Item>[] {
  return segmentsOf(columns).flatMap((segment): Segment<Item>[] => {
    if ('wide' in segment) return isAtFoot(segment.wide) ? [] : [segment];
    const rest = {
      columns: segment.columns.map((column) => trimColumn(column.filter((item) => !isAtFoot(item)))),
    };
    return rowCount(rest) > 0 ? [rest] : [];
  });
}

/**
 * The columns with the blocks that are drawn at the foot moved there: to the end of their column and below the last
 * wide item, where they affect neither moves nor the place of a new block.
 */
export function withFootLast<Item extends Spanning>(
  columns: readonly Slots<Item>[],
  isAtFoot: (item: Item | null) => boolean,
): readonly Slots<Item>[] {
  const segments = withoutFoot(columns, isAtFoot);
  const last = segments.at(-1);
  const rows = segments.reduce((sum, segment) => sum + rowCount(segment), 0);
  const least = last === undefined || 'wide' in last ? rows : rows - rowCount(last);
  return segmentColumns(segments, columns.length).map((column, index) => {
    const atFoot = (columns[index] ?? []).filter(isAtFoot);
    return trimColumn([...padTo(column, atFoot.length === 0 ? 0 : least), ...atFoot]);
  });
}

/** A column with empty slots up to a length. */
export function padTo<Item>(column: Slots<Item>, length: number): Slots<Item> {
  return [...column, ...Array.from({ length: Math.max(0, length - column.length) }, () => null)];
}
