import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { type Palette, paletteOn } from '#newsletter/values/branding.ts';
import { mix, WHITE } from '#newsletter/values/colour.ts';
import { dateTile } from './date-tile.ts';
import type { Design, MastheadSource } from './design.ts';
import { logoCell, showsName, websiteWords } from './masthead.ts';
import { filledHeads } from './table-heads.ts';
import { bandTone, softTone } from './tones.ts';

/** Like a notice board: a white bar, a coloured band with the title, sans-serif headings with a mark, date tiles. */
export const bulletin: Design = {
  label: 'Bulletin',
  purpose: 'Weekly news',
  fonts: { text: 'sans', heading: 'sans' },
  heading: {
    weight: 700,
    tracking: '-0.015em',
    usesTextColour: false,
    sizes: { column: [22, 28], wide: [28, 34], lead: [32, 38] },
    phone: [28, 33],
    phoneLead: [32, 37],
    mark: ({ accent }) =>
      mjml`<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${accent.background}" width="36" height="5" style="background-color:${accent.background};font-size:1px;line-height:5px;border-radius:2px">&#160;</td></tr><tr><td height="10" style="font-size:1px;line-height:10px">&#160;</td></tr></table>`,
  },
  text: { size: [16, 25], phone: [17, 26], lead: { size: [18, 28], style: 'normal' } },
  radius: { picture: 10, box: 10, button: 8, bar: 5, social: 22 },
  padding: 24,
  phonePadding: 20,
  gap: 24,
  hasRules: false,
  cards: null,
  ground: ({ primary }) => mix(WHITE, primary, 0.09),
  sheet: WHITE,
  tones: (palette) => {
    const soft = mix(WHITE, palette.primary, 0.07);
    return {
      soft: softTone(soft, palette),
      bold: bandTone(palette),
    };
  },
  box: (palette) => ({
    ...wordsOn(palette.tint, palette),
    background: palette.tint,
    edge: '',
    radius: 10,
    padding: '18px 20px',
    font: 'sans',
    size: [16, 25],
    isQuiet: true,
  }),
  event: {
    dateWidth: 74,
    date: (date, source) => dateTile(date, source, { radius: 10, head: source.palette.band }),
    ground: ({ tint }) => tint,
    radius: 10,
    padding: '12px',
    rule: () => '',
    gap: 8,
  },
  button: ({ button }) => button,
  divider: ({ line }) => ({ colour: line, width: 1 }),
  file: ({ tint }) => ({ background: tint, edge: '' }),
  table: filledHeads,
  bar: ({ bar }) => ({ fill: bar, height: 10 }),
  hasCover: false,
  masthead,
  phoneHead: mjml`.ink-strip > table > tbody > tr > td { padding: 14px 20px !important; } .ink-site { display: none !important; } .ink-head > table > tbody > tr > td { padding: 22px 20px 24px !important; } .ink-words h1 { font-size: 34px !important; line-height: 38px !important; }`,
};

function masthead(source: MastheadSource): Markup {
  const { palette, fonts, school, title } = source;
  const { background, text } = palette.band;
  const name = showsName(source) && school.name;
  return mjml`<mj-section padding="20px 24px" background-color="${bulletin.sheet}" css-class="ink-sheet ink-strip"><mj-column width="100%"><mj-text padding="0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${logoCell(source, 60, 14, palette.heading)}<td valign="middle" class="d-heading" style="font-size:17px;line-height:23px;font-weight:650;color:${palette.heading}">${name}</td><td class="ink-site d-quiet" align="right" valign="middle" style="padding:0 0 0 14px;font-size:14px;line-height:20px;color:${palette.quiet}">${websiteWords(school.website)}</td></tr></table></mj-text></mj-column></mj-section><mj-section padding="26px 24px 28px" background-color="${background}" css-class="ink-band ink-head"><mj-column width="100%"><mj-text padding="0" color="${text}" css-class="ink-words"><h1 style="margin:0;font-family:${fonts.heading};font-size:40px;line-height:44px;font-weight:750;letter-spacing:-0.025em;color:${text}">${inOwnRunIfAgainst(school.language, title)}</h1><p style="margin:8px 0 0;font-size:16px;line-height:22px;font-weight:500;color:${palette.accent.onBand}">${source.date}</p></mj-text></mj-column></mj-section><mj-section padding="0"><mj-column width="100%"><mj-divider padding="0" border-width="8px" border-color="${palette.accent.background}" /></mj-column></mj-section>`;
}

function wordsOn(background: string, palette: Palette): Pick<Palette, 'text' | 'heading' | 'link'> {
  const { text, heading, link } = paletteOn(background, palette);
  return { text, heading, link };
}
