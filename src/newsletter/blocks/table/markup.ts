import type { BlockContext } from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { lineWidth, longestWord } from './word-widths.ts';

/** The markup of a table: as a table, or row by row on phones where it is too narrow for its longest words. */

export type TableContent = {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowHeads: boolean;
};

const TEXT_SIZE = 15;
const PADDING_RIGHT = 12;
/** The width for content on the smallest phone, which has 320 pixels. */
const PHONE_WIDTH = 264;
/** The share of its width that a column keeps beside another one on a narrow screen. */
const NARROWEST = 0.75;

/** Whether a cell has content. */
export function isWritten(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** The rows with their headings. No word is broken unless it is wider than the whole block. */
export function tableMarkup(content: TableContent, context: BlockContext): Markup {
  const least = leastWidth(content, context, longestWord);
  if (least > context.width) return stackedMarkup(content, context);
  const kind = kindOf(least, content, context);
  const hasLabels = kind !== 'ink-table';
  const rows = content.rows.map((cells) => rowMarkup(cells, content, { ...context, hasLabels }));
  return mjml`<table class="${kind}" width="100%" cellpadding="0" cellspacing="0"><thead>${headMarkup(content.headings, context)}</thead><tbody>${rows}</tbody></table>`;
}

/** The behaviour on screens narrower than its column. A table that fits the smallest phone as it is remains a table. */
function kindOf(least: number, content: TableContent, context: BlockContext): string {
  if (leastWidth(content, context, lineWidth) <= PHONE_WIDTH) return 'ink-table';
  return least > context.width * NARROWEST ? 'ink-grid ink-tight' : 'ink-grid';
}

/** The width in pixels that a table needs if no word, or no line of a cell, is broken. */
function leastWidth(
  { headings, rows }: TableContent,
  { design, palette }: BlockContext,
  widthOf: typeof lineWidth,
): number {
  const { indent, size } = design.table(palette);
  return headings.reduce((sum, heading, index) => {
    const cells = rows.map((row) => widthOf(row[index] ?? '', TEXT_SIZE));
    return sum + Math.max(widthOf(heading, size), ...cells) + indent + PADDING_RIGHT;
  }, 0);
}

// Not as blocks of one table: without media queries, some mail programs would draw its cells beside each other.
function stackedMarkup({ headings, rows, rowHeads }: TableContent, context: BlockContext): Markup {
  const { line } = context.palette;
  const cards = rows.map((cells, row) => {
    const edge = row === 0 ? '' : `border-top:1px solid ${line};`;
    const headOf = (heading: string) =>
      mjml`<span class="d-quiet" style="font-weight:400;color:${context.palette.quiet}">${heading}: </span>`;
    const lines = headings.map((heading, index) => {
      const text = cells[index] ?? '';
      if (!isWritten(text)) return false;
      return rowHeads && index === 0
        ? mjml`<p style="margin:0;font-weight:600">${isWritten(heading) && headOf(heading)}${text}</p>`
        : mjml`<p style="margin:0;padding:1px 0">${isWritten(heading) && headOf(heading)}${text}</p>`;
    });
    return mjml`<tr><td style="${edge}padding:8px 0;overflow-wrap:break-word">${lines}</td></tr>`;
  });
  return mjml`<table role="presentation" class="ink-stacked" width="100%" cellpadding="0" cellspacing="0">${cards}</table>`;
}

// The background is on the row: separate cells would show lines between them, from half pixels of what is behind or as outlines.
function headMarkup(headings: readonly string[], context: BlockContext): Markup {
  const { background } = context.design.table(context.palette);
  const cells = headings.map((text) => headingMarkup(text, context));
  return background === null
    ? mjml`<tr>${cells}</tr>`
    : mjml`<tr class="ink-badge" bgcolor="${background}" style="background-color:${background}">${cells}</tr>`;
}

function headingMarkup(text: string, { design, palette }: BlockContext): Markup {
  const { background, color, edge, indent, size } = design.table(palette);
  const style = `padding:9px ${PADDING_RIGHT}px 9px ${indent}px;font-size:${size}px;line-height:20px;font-weight:650;color:${color};word-break:normal;overflow-wrap:break-word;${edge}`;
  const tone = background === null ? 'd-heading' : 'ink-head-cell';
  // A screen reader would announce a heading without text.
  return isWritten(text)
    ? mjml`<th class="${tone}" scope="col" align="left" valign="bottom" style="${style}">${text}</th>`
    : mjml`<td class="${tone}" style="${style}"></td>`;
}

function rowMarkup(
  cells: readonly string[],
  { headings, rowHeads }: TableContent,
  context: BlockContext & { readonly hasLabels: boolean },
): Markup {
  const { design, palette, hasLabels } = context;
  const { indent } = design.table(palette);
  const style = `padding:9px ${PADDING_RIGHT}px 9px ${indent}px;border-bottom:1px solid ${palette.line};word-break:normal;overflow-wrap:break-word;`;
  return mjml`<tr>${headings.map((heading, index) => {
    const text = cells[index] ?? '';
    if (rowHeads && index === 0 && isWritten(text))
      return mjml`<th scope="row" align="left" valign="top" style="${style}font-weight:600">${hasLabels && labelMarkup(heading, context)}${text}</th>`;
    if (!isWritten(text)) return mjml`<td class="ink-empty" style="${style}"></td>`;
    return mjml`<td align="left" valign="top" style="${style}">${hasLabels && labelMarkup(heading, context)}${text}</td>`;
  })}</tr>`;
}

// Shown on phones, where rows are cards without the headings above them; elsewhere neither visible nor read out.
function labelMarkup(heading: string, { palette, target }: BlockContext): Markup | false {
  // Outlook shows content that is hidden only by `display`.
  const hidden = target === 'mail' ? 'display:none;mso-hide:all' : 'display:none';
  return (
    heading !== '' &&
    mjml`<span class="ink-label d-quiet" style="${hidden};font-weight:400;color:${palette.quiet}">${heading}: </span>`
  );
}
