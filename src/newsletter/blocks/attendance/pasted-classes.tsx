import type { Clipboard, PastedRows } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { clipboardLines } from '#newsletter/fields/clipboard-cells.tsx';
import { noRoom } from '#newsletter/fields/no-room.tsx';
import { createRowId } from '#newsletter/fields/row-id.tsx';
import { ATTENDANCE_ROWS_MAX } from './block.ts';

type Value = BlockValues['attendance'];

const PERCENT = '(?<percents>\\d{1,3}(?:[.,]\\d+)?)';
/** Lines with a class and its percentage. 'Year 3' is not a class with 3 %: a number needs a sign, or must be separate from the name. */
const LINES = [
  new RegExp(`^(?<name>.*[^\\s:–—-])[\\s:–—-]*?(?<![\\d.,])${PERCENT}\\s*%$`, 's'),
  new RegExp(`^(?<name>.*[^\\s:–—-])(?:\\n|:\\s*|\\s+[–—-]+\\s+)${PERCENT}$`, 's'),
];
const NAME_MAX = 200;

/**
 * The value with the classes from a clipboard: one for each line or table row that ends with a percentage. Classes
 * without room are left over as lines.
 */
export function withPastedClasses(value: Value, data: Clipboard): PastedRows<Value> | null {
  const lines = clipboardLines(data);
  const filled = value.rows.filter(({ name, percents }) => name !== '' || !Number.isNaN(percents));
  const read = lines.map((line) => ({ line, row: readClass(line) }));
  const classes = read.flatMap(({ row }) => row ?? []);
  if (classes.length === 0) return null;
  const found = classes.slice(0, ATTENDANCE_ROWS_MAX - filled.length);
  const rest = read.filter(({ row }) => row === null || !found.includes(row)).map(({ line }) => line);
  return {
    value: { ...value, rows: [...filled, ...found] },
    made: found.length === 0 ? '' : found.length === 1 ? '1 class' : `${found.length} classes`,
    // The header row of a table means nothing by itself.
    rest: rest.filter((line) => line !== lines[0] || !line.includes('\n')),
    notes:
      found.length < classes.length
        ? [noRoom(`${ATTENDANCE_ROWS_MAX} classes`, classes.length - found.length)]
        : [],
  };
}

function readClass(line: string): Value['rows'][number] | null {
  const groups = LINES.map((pattern) => pattern.exec(line)?.groups).find((found) => found !== undefined);
  const name = groups?.name?.replace(/\s+/g, ' ').trim() ?? '';
  const percents = Number(groups?.percents?.replace(',', '.'));
  const isRow = name !== '' && name.length <= NAME_MAX && percents >= 0 && percents <= 100;
  return isRow ? { id: createRowId(), name, percents } : null;
}
