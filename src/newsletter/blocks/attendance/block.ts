import { z } from 'zod';
import {
  BLOCK_MESSAGES,
  type BlockContext,
  blockName,
  defineBlock,
  none,
  placeholder,
  requiredText,
  strict,
  withoutFiles,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { BAR_FALLBACK, TEXT_COLOUR } from '#newsletter/values/branding.ts';
import { colour, mix, normaliseColour, readableOn, textOn, WHITE } from '#newsletter/values/colour.ts';

/** The most rows in one block. No school has that many classes. */
export const ATTENDANCE_ROWS_MAX = 100;
const PERCENT_MESSAGE = 'Should be from 0 to 100';

/** Attendance by class, as bars on a common background. */
export const attendance = defineBlock({
  type: 'attendance',
  label: 'Attendance',
  schema: strict({
    rows: z
      .array(
        strict({
          id: blockName,
          name: requiredText(),
          percents: z.number(BLOCK_MESSAGES.required).min(0, PERCENT_MESSAGE).max(100, PERCENT_MESSAGE),
        }),
      )
      .min(1, BLOCK_MESSAGES.required)
      .max(ATTENDANCE_ROWS_MAX, `Max ${ATTENDANCE_ROWS_MAX} rows`),
    background: colour,
  }),
  defaults: () => ({ rows: [], background: WHITE }),
  toMjml(value, context) {
    if (value.rows.length === 0) return placeholder(context, 'Attendance, class by class');
    const background = normaliseColour(value.background) ?? WHITE;
    const rows = value.rows.map((row, index) =>
      rowMarkup(row, formatPercent(row.percents, value.rows), background, context, index > 0),
    );
    if (background === WHITE)
      return mjml`<mj-table padding="${context.padding}" font-size="14px" line-height="20px" css-class="ink-box">${rows}</mj-table>`;
    return mjml`<mj-text padding="${context.padding}" font-size="14px" line-height="20px" color="${textOn(background)}" css-class="ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td bgcolor="${background}" style="padding:14px 16px 16px;border-radius:4px"><table width="100%" cellpadding="0" cellspacing="0">${rows}</table></td></tr></table></mj-text>`;
  },
  toText: (value) =>
    value.rows.map((row) => `${row.name}: ${formatPercent(row.percents, value.rows)}`).join('\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    height: ({ rows }) => 20 + 46 * rows.length,
    texts: none,
    links: none,
    pictures: none,
    colours: none,
    dates: none,
    inheritedText: () => null,
    cover: () => null,
    emptyFields: none,
    mapFiles: withoutFiles,
  },
});

type Row = { readonly name: string; readonly percents: number };

function clamp(percents: number): number {
  return Number.isFinite(percents) ? Math.round(Math.min(100, Math.max(0, percents)) * 10) / 10 : 0;
}

// If one row needs a decimal, all rows get one, so that the numbers line up.
function formatPercent(percents: number, rows: readonly Row[]): string {
  return `${clamp(percents).toFixed(rows.some((row) => !Number.isInteger(clamp(row.percents))) ? 1 : 0)}%`;
}

function rowMarkup(
  row: Row,
  percents: string,
  background: string,
  { palette }: BlockContext,
  isLater: boolean,
): Markup {
  const text = background === WHITE ? TEXT_COLOUR : textOn(background);
  // The number is shown too, so the pale fallback is exempt from the contrast rule. Source:
  // docs/requirements/screens.md 9.10.
  const bar = palette.bar === BAR_FALLBACK ? BAR_FALLBACK : readableOn(palette.bar, background, 3);
  const track = mix(background, text, 0.11);
  const share = clamp(row.percents);
  const above = isLater ? 14 : 0;
  const filled =
    share > 0 &&
    mjml`<table role="presentation" width="${share}%" cellpadding="0" cellspacing="0"><tr><td bgcolor="${bar}" style="border-radius:4px">&#160;</td></tr></table>`;
  // Hidden from screen readers, for which the bar would be an empty row.
  return mjml`<tr><td style="padding:${above}px 8px 4px 0;overflow-wrap:anywhere">${row.name}</td><td align="right" valign="bottom" style="padding:${above}px 0 4px;font-weight:700;white-space:nowrap">${percents}</td></tr><tr aria-hidden="true"><td colspan="2" bgcolor="${track}" style="font-size:1px;line-height:8px;border-radius:4px">${filled || mjml`&#160;`}</td></tr>`;
}
