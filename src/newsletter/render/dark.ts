import type { Design } from '#newsletter/designs/design.ts';
import type { Palette } from '#newsletter/values/branding.ts';
import { contrast, mix, readableOn, WHITE } from '#newsletter/values/colour.ts';
import { type Markup, mjml } from './mjml.ts';

/**
 * The newsletter for readers who prefer dark colours. Classes in the markup determine what changes: `d-text`,
 * `d-heading`, `d-quiet`, `d-link` and `d-words` for text, `d-line` (below) and `d-edge` (around) for lines, `d-rule`
 * for dividers, `d-track` and `d-fill` for bars, `ink-panel` for a quiet background. Without a class, text and its
 * background keep their own colours, and so does everything in a bold section.
 */

const GROUND = '#101319';
const SHEET = '#1b1f26';
const PANEL = mix(SHEET, WHITE, 0.06);
const TRACK = mix(SHEET, WHITE, 0.2);
const LINE = mix(SHEET, WHITE, 0.18);
const TEXT = '#ecebe6';
const QUIET = '#b4b8c0';
/** Text in the school's colours keeps its hue at this contrast. */
const WORDS_CONTRAST = 7;
/** A coloured area with less contrast to the sheet gets a hairline. */
const AREA_CONTRAST = 3;

/** The backgrounds on which the classes apply. */
const GROUNDS = ['.ink-sheet', '.ink-soft', '.ink-around'] as const;

/** CSS rules for a reader who prefers dark colours. */
export function darkRules(design: Design, palette: Palette): Markup {
  const bright = (colour: string) => readableOn(colour, SHEET, WORDS_CONTRAST);
  const words: readonly (readonly [role: string, colour: string])[] = [
    ['d-text', TEXT],
    ['d-heading', bright(palette.primary)],
    ['d-quiet', QUIET],
    ['d-link', bright(palette.link)],
    ['d-words', bright(palette.accent.background)],
  ];
  const rule = design.heading.usesTextColour ? TEXT : bright(palette.primary);
  const fill = readableOn(design.bar(palette).fill, TRACK, AREA_CONTRAST);
  const parts = [
    ...words.map(([role, colour]) => mjml`${scoped(role, WORDS_ENDS)} { color: ${colour} !important; }`),
    painted(mjml`body, body > div`, GROUND),
    painted(mjml`.ink-sheet, .ink-sheet > table`, SHEET),
    painted(mjml`.ink-soft, .ink-soft > table, .ink-sheet .ink-panel`, PANEL),
    painted(mjml`.ink-soft .ink-panel`, SHEET),
    mjml`${scoped('d-line')} { border-bottom-color: ${TEXT} !important; }`,
    mjml`${scoped('d-edge')} { border-color: ${rule} !important; }`,
    mjml`${scoped('d-rule', [mjml` > p`])} { border-top-color: ${rule} !important; }`,
    mjml`.ink-sheet .ink-side > table { border-color: ${LINE} !important; }`,
    painted(scoped('d-track'), TRACK),
    painted(scoped('d-fill'), fill),
    ...hairlines(design, palette),
    mjml`.ink-plate, .ink-plate img { background: #ffffff !important; }`,
    mjml`.ink-crest img, .ink-logo img { background: #ffffff !important; padding: 8px !important; border-radius: 10px !important; box-sizing: border-box !important; }`,
  ];
  return mjml`${parts.map((part) => mjml`${part} `)}`;
}

const WORDS_ENDS = [mjml``, mjml` > div`, mjml` > table`];

function scoped(role: string, ends: readonly Markup[] = [mjml``]): Markup {
  const all = GROUNDS.flatMap((around) => ends.map((end) => mjml`${around} .${role}${end}`));
  return mjml`${all.map((selector, index) => mjml`${index > 0 && ', '}${selector}`)}`;
}

function painted(selector: Markup, colour: string): Markup {
  return mjml`${selector} { background: ${colour} !important; background-color: ${colour} !important; }`;
}

// Bands, badges and buttons keep the school's colour; a dark one would be invisible on the dark sheet.
function hairlines(design: Design, palette: Palette): readonly Markup[] {
  const areas = [
    { selector: '.ink-band, .ink-footer', colour: palette.band.background },
    { selector: '.ink-badge', colour: palette.badge },
    { selector: '.ink-button table td', colour: design.button(palette).background },
  ];
  const faint = areas.filter(({ colour }) => contrast(colour, SHEET) < AREA_CONTRAST);
  return faint.map(
    ({ selector, colour }) =>
      mjml`${selector} { box-shadow: 0 0 0 1px ${readableOn(colour, SHEET, AREA_CONTRAST)} !important; }`,
  );
}
