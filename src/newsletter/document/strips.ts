/**
 * Blocks that span both columns. In a document's columns a wide block stands in the left one, and its row of the right one is
 * empty. What stands above it in either column is read before it, what stands below after it. Where the columns above a wide
 * block differ in length, the shorter one has empty places down to it, which are not drawn.
 */

type Spanning = { readonly wide?: true | undefined };
/** A column's places from above; null is an empty place. */
export type Places<Item> = readonly (Item | null)[];

/** A wide block, or the columns between two of them, without empty places at their ends. */
export type Strip<Item> = { readonly wide: Item } | { readonly columns: readonly Places<Item>[] };

/** A column without the empty places at its end. */
export function trimColumn<Item>(column: Places<Item>): Places<Item> {
  return column.slice(0, column.findLastIndex((item) => item !== null) + 1);
}

/** The strips of columns from above. One column is one strip. */
export function stripsOf<Item extends Spanning>(columns: readonly Places<Item>[]): Strip<Item>[] {
  const strips: Strip<Item>[] = [];
  let open = columns.map((): (Item | null)[] => []);
  const close = () => {
    strips.push({ columns: open.map(trimColumn) });
    open = columns.map(() => []);
  };
  const rows = Math.max(0, ...columns.map((column) => column.length));
  for (let row = 0; row < rows; row += 1) {
    let isWideRow = false;
    for (const [index, column] of columns.entries()) {
      const item = column[row] ?? null;
      if (item?.wide && columns.length > 1) {
        close();
        strips.push({ wide: item });
        isWideRow = true;
      } else if (item !== null || !isWideRow) open[index]?.push(item);
    }
  }
  close();
  return strips.filter((strip) => rowsOf(strip) > 0);
}

/** How many rows of the columns a strip takes. */
export function rowsOf<Item>(strip: Strip<Item>): number {
  return 'wide' in strip ? 1 : Math.max(...strip.columns.map((column) => column.length));
}

/** The columns of strips: each strip begins in the same row of every column. Columns that follow each other become one. */
export function columnsOf<Item>(strips: readonly Strip<Item>[], count: number): Places<Item>[] {
  const columns = Array.from({ length: count }, (): (Item | null)[] => []);
  for (const strip of joined(strips)) {
    const rows = rowsOf(strip);
    for (const [index, column] of columns.entries()) {
      const items = 'wide' in strip ? (index === 0 ? [strip.wide] : []) : (strip.columns[index] ?? []);
      column.push(...items, ...Array.from({ length: rows - items.length }, () => null));
    }
  }
  return columns.map(trimColumn);
}

function joined<Item>(strips: readonly Strip<Item>[]): Strip<Item>[] {
  const apart: Strip<Item>[] = [];
  for (const strip of strips) {
    const last = apart.at(-1);
    if (last === undefined || 'wide' in last || 'wide' in strip) apart.push(strip);
    else
      apart[apart.length - 1] = {
        columns: last.columns.map((column, index) => [...column, ...(strip.columns[index] ?? [])]),
      };
  }
  return apart;
}

/** The columns as `stripsOf` reads them: wide items in the left one, with nothing beside them. */
export function alignWide<Item extends Spanning>(columns: readonly Places<Item>[]): readonly Places<Item>[] {
  return columns.length > 1 && columns.some((column) => column.some((item) => item?.wide))
    ? columnsOf(stripsOf(columns), columns.length)
    : columns;
}
