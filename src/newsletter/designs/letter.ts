import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { paletteOn } from '#newsletter/values/branding.ts';
import { mix, WHITE } from '#newsletter/values/colour.ts';
import type { Design, EventDate, MastheadSource, StyleSource } from './design.ts';
import { logoCell, showsName } from './masthead.ts';
import { ruledHeads } from './table-heads.ts';
import { softTone } from './tones.ts';

/** Like a letterhead: the crest beside the title, two lines, serif headings. */
export const letter: Design = {
  label: 'Letter',
  purpose: 'The head’s voice',
  fonts: { text: 'sans', heading: 'serif' },
  heading: {
    weight: 600,
    tracking: '-0.01em',
    usesTextColour: false,
    sizes: { column: [24, 30], wide: [30, 37], lead: [34, 40] },
    phone: [28, 33],
    phoneLead: [32, 37],
    mark: null,
  },
  text: { size: [16, 25], phone: [17, 26], lead: { size: [18, 28], style: 'normal' } },
  radius: { picture: 4, box: 0, button: 6, bar: 5, social: 22 },
  padding: 24,
  phonePadding: 20,
  gap: 24,
  hasRules: false,
  cards: null,
  ground: () => '#f4f1ea',
  sheet: WHITE,
  tones: (palette) => {
    const [soft, bold] = [mix(WHITE, palette.primary, 0.07), palette.accent.pale];
    return {
      soft: softTone(soft, palette),
      bold: { background: bold, palette: paletteOn(bold, palette) },
    };
  },
  box: (palette) => {
    const { text, heading, link } = paletteOn(palette.accent.pale, palette);
    return {
      background: palette.accent.pale,
      text,
      heading,
      link,
      edge: `border-left:4px solid ${palette.accent.background}`,
      radius: 0,
      padding: '16px 20px',
      font: 'sans',
      size: [16, 25],
      isQuiet: true,
    };
  },
  event: {
    dateWidth: 70,
    date,
    ground: null,
    radius: 0,
    padding: '0',
    rule: ({ line }) => `border-top:1px solid ${line}`,
    gap: 20,
  },
  button: ({ button }) => button,
  divider: ({ line }) => ({ colour: line, width: 1 }),
  file: ({ tint }) => ({ background: tint, edge: '' }),
  table: ruledHeads,
  bar: ({ bar }) => ({ fill: bar, height: 10 }),
  hasCover: false,
  masthead,
  phoneHead: mjml`.ink-head > table > tbody > tr > td { padding: 20px 20px 0 !important; } .ink-crest img { width: 68px !important; margin-right: 14px !important; } .ink-logo, .ink-under { display: block !important; width: auto !important; } .ink-logo { padding: 0 0 12px !important; } .ink-words h1 { font-size: 30px !important; line-height: 35px !important; } .ink-name { font-size: 14px !important; line-height: 19px !important; }`,
};

function date({ weekday, day, month, year }: EventDate, { palette, fonts }: StyleSource): Markup {
  return mjml`<strong class="d-heading" style="font-family:${fonts.heading};font-size:17px;line-height:22px;font-weight:600;color:${palette.heading}">${weekday} ${day}</strong><br /><span class="d-quiet" style="font-size:14px;line-height:18px;color:${palette.quiet}">${month}${year !== null && ` ${year}`}</span>`;
}

function masthead(source: MastheadSource): Markup {
  const { palette, fonts, school, title } = source;
  const name = mjml`<p class="ink-name d-heading" style="margin:0;font-size:15px;line-height:21px;font-weight:600;color:${palette.heading}">${school.name}</p>`;
  const words = mjml`${showsName(source) && name}<h1 class="d-text" style="margin:0;font-family:${fonts.heading};font-size:36px;line-height:42px;font-weight:600;letter-spacing:-0.02em;color:${palette.text}">${inOwnRunIfAgainst(school.language, title)}</h1><p class="d-quiet" style="margin:0;font-size:15px;line-height:22px;color:${palette.quiet}">${source.date}</p>`;
  const wordsCell = source.logo?.isWide
    ? mjml`<td class="ink-under" valign="middle">${words}</td>`
    : mjml`<td valign="middle">${words}</td>`;
  return mjml`<mj-section padding="30px 24px 0" background-color="${letter.sheet}" css-class="ink-sheet ink-head"><mj-column width="100%"><mj-text padding="0" css-class="ink-words"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${logoCell(source, 92, 20, palette.heading)}${wordsCell}</tr></table></mj-text><mj-spacer height="22px" /><mj-divider padding="0" border-width="3px" border-color="${palette.bar}" css-class="d-rule" /><mj-divider padding="3px 0 0" border-width="1px" border-color="${palette.accent.background}" /></mj-column></mj-section>`;
}
