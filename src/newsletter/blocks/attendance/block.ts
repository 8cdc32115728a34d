import { z } from 'zod';
import type { Design } from '#newsletter/designs/design.ts';
import {
  BLOCK_MESSAGES,
  blockName,
  defineBlock,
  placeholder,
  requiredText,
  strict,
  uniqueIds,
} from '#newsletter/document/block.ts';
import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { colour, contrast, mix, normaliseColour, readableOn, WHITE } from '#newsletter/values/colour.ts';

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
      .max(ATTENDANCE_ROWS_MAX, `Max ${ATTENDANCE_ROWS_MAX} rows`)
      .superRefine(uniqueIds),
    background: colour,
  }),
  defaults: () => ({ rows: [], background: WHITE }),
  toMjml(value, context) {
    if (value.rows.length === 0) return placeholder(context, 'Attendance, class by class');
    const own = normaliseColour(value.background) ?? WHITE;
    const { palette } = context;
    // White, the default, is not a separate background.
    const on = own === WHITE ? palette : paletteOn(own, palette);
    const style = { palette: on, design: context.design, isOwn: own !== WHITE };
    const rows = value.rows.map((row, index) =>
      rowMarkup(row, formatPercent(row.percents, value.rows), style, index > 0),
    );
    const { sans } = context.fonts;
    if (own === WHITE)
      return mjml`<mj-table padding="${context.padding}" font-family="${sans}" font-size="15px" line-height="22px" color="${palette.text}" css-class="ink-box d-text">${rows}</mj-table>`;
    return mjml`<mj-text padding="${context.padding}" font-family="${sans}" font-size="15px" line-height="22px" color="${on.text}" css-class="ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td bgcolor="${own}" style="background-color:${own};padding:14px 16px 16px;border-radius:${context.design.radius.box}px"><table width="100%" cellpadding="0" cellspacing="0">${rows}</table></td></tr></table></mj-text>`;
  },
  toText: (value) =>
    value.rows.map((row) => `${row.name}: ${formatPercent(row.percents, value.rows)}`).join('\n'),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: true,
    height: ({ rows }) => 20 + 46 * rows.length,
    words: null,
    files: null,
    rows: {
      list: ({ rows }) => rows.map(({ id, ...content }) => ({ key: id, content })),
      without: (value, removed) => {
        const rows = value.rows.filter(({ id }) => !removed.has(id));
        return rows.length === 0 ? null : { ...value, rows };
      },
      withNewIds: (value, makeId) => ({
        ...value,
        rows: value.rows.map((row) => ({ ...row, id: makeId() })),
      }),
    },
    recommendations: null,
    filling: null,
  },
});

type Row = { readonly name: string; readonly percents: number };

function clamp(percents: number): number {
  return Number.isFinite(percents) ? Math.round(Math.min(100, Math.max(0, percents)) * 10) / 10 : 0;
}

// If one row needs a decimal, all rows get one, so that the numbers line up. An empty number is not shown as 0.
function formatPercent(percents: number, rows: readonly Row[]): string {
  if (!Number.isFinite(percents)) return '–';
  return `${clamp(percents).toFixed(rows.some((row) => !Number.isInteger(clamp(row.percents))) ? 1 : 0)}%`;
}

type RowStyle = {
  readonly palette: Palette;
  readonly design: Design;
  /** Whether the rows have a background of their own. */
  readonly isOwn: boolean;
};

/** The contrast from which a bar needs no edge. Source: WCAG 2.2, 1.4.11. */
const MIN_BAR_CONTRAST = 3;

function rowMarkup(
  row: Row,
  percents: string,
  { palette, design, isOwn }: RowStyle,
  isLater: boolean,
): Markup {
  const { fill, height } = design.bar(palette);
  const track = mix(palette.ground, palette.text, 0.11);
  const radius = design.radius.bar;
  // The number informs; a bar that is too pale for its background gets a hairline.
  const edge =
    contrast(fill, track) < MIN_BAR_CONTRAST
      ? `border:1px solid ${readableOn(fill, palette.ground, MIN_BAR_CONTRAST)};`
      : '';
  const line = edge === '' ? height : height - 2;
  const share = clamp(row.percents);
  const above = isLater ? 10 : 0;
  const filled =
    share > 0 &&
    mjml`<table role="presentation" width="${share}%" cellpadding="0" cellspacing="0"><tr><td class="${isOwn ? 'ink-bar' : 'ink-bar d-fill'}" bgcolor="${fill}" style="background-color:${fill};${edge}line-height:${line}px;border-radius:${radius}px">&#160;</td></tr></table>`;
  // Hidden from screen readers, for which the bar would be an empty row.
  return mjml`<tr class="ink-named"><th scope="row" align="left" style="padding:${above}px 8px 3px 0;font-weight:inherit;text-align:left;overflow-wrap:anywhere">${row.name}</th><td align="right" valign="bottom" style="padding:${above}px 0 3px;font-weight:650;white-space:nowrap">${percents}</td></tr><tr aria-hidden="true"><td class="${isOwn ? 'ink-bar' : 'ink-bar d-track'}" colspan="2" bgcolor="${track}" style="background-color:${track};font-size:1px;line-height:${height}px;border-radius:${radius}px">${filled || mjml`&#160;`}</td></tr>`;
}
