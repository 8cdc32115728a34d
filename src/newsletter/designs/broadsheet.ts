import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { paletteOn, standsOut } from '#newsletter/values/branding.ts';
import { mix } from '#newsletter/values/colour.ts';
import type { Design, EventDate, MastheadSource, StyleSource, TypeSize } from './design.ts';
import { logoImage, showsName, websiteWords } from './masthead.ts';
import { softTone } from './tones.ts';

const SHEET = '#fdfcf9';

/** Like a newspaper: serif throughout, lines between columns and sections. */
export const broadsheet: Design = {
  label: 'Broadsheet',
  purpose: 'Secondary schools',
  fonts: { text: 'serif', heading: 'serif' },
  heading: {
    weight: 700,
    tracking: '-0.02em',
    usesTextColour: true,
    sizes: { column: [25, 29], wide: [32, 37], lead: [44, 47] },
    phone: [28, 33],
    phoneLead: [35, 38],
    mark: null,
  },
  text: { size: [16, 25], phone: [17, 26], lead: { size: [18, 28], style: 'italic' } },
  radius: { picture: 0, box: 0, button: 0, bar: 0, social: 0 },
  padding: 24,
  phonePadding: 20,
  gap: 40,
  hasRules: true,
  cards: null,
  ground: () => '#e7e6e2',
  sheet: SHEET,
  tones: (palette) => {
    const soft = mix(SHEET, palette.primary, 0.07);
    const bold = mix(SHEET, palette.accent.background, 0.2);
    return {
      soft: softTone(soft, palette),
      bold: { background: bold, palette: paletteOn(bold, palette) },
    };
  },
  box: ({ text, link, accent }) => ({
    background: null,
    text,
    heading: text,
    link,
    edge: `border-top:4px solid ${accent.background};border-bottom:1px solid ${text}`,
    radius: 0,
    padding: '14px 0 16px',
    font: 'serif',
    size: [16, 25],
    isQuiet: true,
  }),
  event: {
    dateWidth: 76,
    date,
    ground: null,
    radius: 0,
    padding: '0',
    rule: ({ line }) => `border-top:1px solid ${line}`,
    gap: 20,
  },
  button: ({ accent: { background, text }, ground, button }) =>
    standsOut(background, ground) ? { background, text } : button,
  divider: ({ text }) => ({ colour: text, width: 1 }),
  file: ({ text }) => ({ background: null, edge: `border:1px solid ${text}` }),
  table: ({ text }) => ({
    background: null,
    color: text,
    edge: `border-top:3px solid ${text};border-bottom:1px solid ${text}`,
    indent: 0,
    size: 14,
  }),
  bar: ({ accent }) => ({ fill: accent.background, height: 10 }),
  hasCover: false,
  masthead,
  phoneHead: mjml`.ink-site { display: none !important; } .ink-head > table > tbody > tr > td { padding: 10px 20px 0 !important; } .ink-words h1 { font-size: 42px !important; line-height: 44px !important; } .ink-words h1.ink-long { font-size: 34px !important; line-height: 38px !important; }`,
};

function date({ weekday, dayMonth, year }: EventDate, { palette, fonts }: StyleSource): Markup {
  return mjml`<span class="d-words" style="font-family:${fonts.sans};font-size:14px;line-height:20px;font-weight:650;color:${palette.accent.asText}">${weekday}</span><br /><strong class="d-text" style="font-family:${fonts.heading};font-size:19px;line-height:24px;font-weight:700;white-space:nowrap;color:${palette.text}">${dayMonth}</strong>${year !== null && mjml`<br /><span class="d-quiet" style="font-family:${fonts.sans};font-size:14px;line-height:20px;color:${palette.quiet}">${year}</span>`}`;
}

/** Title sizes by the number of characters, so that short titles fit one line. */
const TITLE_SIZES: readonly { readonly upTo: number; readonly size: TypeSize }[] = [
  { upTo: 16, size: [64, 68] },
  { upTo: 24, size: [48, 52] },
];
const LONG_TITLE: TypeSize = [42, 46];

function masthead(source: MastheadSource): Markup {
  const { palette, fonts, school, title, logo } = source;
  const fitting = TITLE_SIZES.find(({ upTo }) => title.length <= upTo);
  const [size, line] = fitting?.size ?? LONG_TITLE;
  const ear = `padding:0 0 8px;border-bottom:1px solid ${palette.text};font-family:${fonts.sans};font-size:14px;line-height:20px;font-weight:500;color:${palette.quiet}`;
  const ears = mjml`<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="ink-site d-quiet d-line" align="left" style="${ear}">${websiteWords(school.website)}</td><td class="d-quiet d-line" align="right" style="${ear}">${source.date}</td></tr></table>`;
  const crest =
    logo !== null &&
    mjml`<table role="presentation" align="center" cellpadding="0" cellspacing="0"><tr><td class="ink-crest" style="font-size:0;line-height:0">${logoImage(source, 56, palette.text)}</td></tr></table>`;
  const name =
    showsName(source) &&
    mjml`<p class="ink-name d-quiet" style="margin:8px 0 0;font-family:${fonts.sans};font-size:15px;line-height:20px;font-weight:600;color:${palette.quiet}">${school.name}</p>`;
  return mjml`<mj-section padding="14px 24px 0" background-color="${SHEET}" css-class="ink-sheet ink-head"><mj-column width="100%"><mj-text padding="0" css-class="ink-ears">${ears}</mj-text><mj-text padding="18px 0 16px" align="center" css-class="ink-words">${crest}${name}<h1 class="${fitting === undefined ? 'd-text ink-long' : 'd-text'}" style="margin:8px 0 0;font-family:${fonts.heading};font-size:${size}px;line-height:${line}px;font-weight:800;letter-spacing:-0.035em;color:${palette.text}">${inOwnRunIfAgainst(school.language, title)}</h1></mj-text><mj-divider padding="0" border-width="5px" border-color="${palette.accent.background}" /><mj-divider padding="3px 0 0" border-width="1px" border-color="${palette.text}" css-class="d-rule" /></mj-column></mj-section>`;
}
