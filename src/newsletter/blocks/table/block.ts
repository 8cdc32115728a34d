import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  type BlockText,
  defineBlock,
  placeholder,
  strict,
} from '#newsletter/document/block.ts';
import { cleanText, mjml } from '#newsletter/render/mjml.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { isWritten, tableMarkup } from './markup.ts';

export const TABLE_COLUMNS_MAX = 6;
export const TABLE_ROWS_MAX = 50;
/** The longest cell, in characters. */
export const CELL_MAX = 200;

const cell = z
  .string(BLOCK_MESSAGES.required)
  .overwrite((text) => cleanText(withoutInvisible(text)).trim())
  .max(CELL_MAX, BLOCK_MESSAGES.limit);
const line = z
  .array(cell)
  .min(1, BLOCK_MESSAGES.required)
  .max(TABLE_COLUMNS_MAX, `Max ${TABLE_COLUMNS_MAX} columns`);

/** Headings above rows of plain text. A row has as many cells as there are headings; missing ones are empty. */
export const table = defineBlock({
  type: 'table',
  label: 'Table',
  schema: strict({
    headings: line.refine((cells) => cells.some(Boolean), BLOCK_MESSAGES.required),
    rows: z.array(line).min(1, BLOCK_MESSAGES.required).max(TABLE_ROWS_MAX, `Max ${TABLE_ROWS_MAX} rows`),
    /** Whether the first cell of each row is its heading. */
    rowHeads: z.boolean(),
  }),
  defaults: () => ({
    headings: ['', '', ''],
    rows: [
      ['', '', ''],
      ['', '', ''],
    ],
    rowHeads: true,
  }),
  toMjml(value, context) {
    if (![value.headings, ...value.rows].some((cells) => cells.some((text) => text.trim() !== '')))
      return placeholder(context, 'Clubs, menus, term dates: a table');
    const { sans } = context.fonts;
    const shown = withoutEmptyLines(value);
    return mjml`<mj-text padding="${context.padding}" font-family="${sans}" font-size="15px" line-height="21px" color="${context.palette.text}" css-class="ink-box d-text">${tableMarkup(shown, context)}</mj-text>`;
  },
  toText: (value) => {
    const { headings, rows } = withoutEmptyLines(value);
    return rows
      .map((cells) =>
        headings
          .map((heading, index) => [heading, cells[index] ?? ''].filter(Boolean).join(': '))
          .filter(Boolean)
          .join('\n'),
      )
      .join('\n\n');
  },
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ rows }) => 60 + 40 * rows.length,
    words: {
      texts,
    },
    files: null,
    rows: {
      list: ({ rows }) => rows.map((content, index) => ({ key: String(index), content })),
      without: (value, removed) => {
        const rows = value.rows.filter((_, index) => !removed.has(String(index)));
        return rows.length === 0 ? null : { ...value, rows };
      },
    },
    recommendations: null,
    filling: null,
  },
});

type Value = {
  headings: string[];
  rows: string[][];
  rowHeads: boolean;
};

/** The table without its empty rows and columns, which a form leaves over. */
function withoutEmptyLines({ headings, rows, rowHeads }: Value): Value {
  const used = rows.filter((cells) => cells.some(isWritten));
  const keep = headings.map(
    (heading, index) => isWritten(heading) || used.some((cells) => isWritten(cells[index])),
  );
  const shown = (cells: readonly string[]) =>
    keep.flatMap((isKept, index) => (isKept ? [cells[index] ?? ''] : []));
  return { headings: shown(headings), rows: used.map(shown), rowHeads: rowHeads && keep[0] === true };
}

/** Its cells by lines: the headings, then each row. */
function texts(value: Value): readonly BlockText<Value>[] {
  const headings = value.headings.map(
    (text, index): BlockText<Value> => ({
      path: `headings.${index}`,
      format: 'plain',
      text,
      replace: (changed) => ({ ...value, headings: value.headings.with(index, changed) }),
    }),
  );
  const rows = value.rows.flatMap((cells, row) =>
    cells.map(
      (text, index): BlockText<Value> => ({
        path: `rows.${row}.${index}`,
        format: 'plain',
        text,
        replace: (changed) => ({ ...value, rows: value.rows.with(row, cells.with(index, changed)) }),
      }),
    ),
  );
  return [...headings, ...rows].filter(({ text }) => isWritten(text));
}
