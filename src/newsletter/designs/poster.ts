import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { mix, WHITE } from '#newsletter/values/colour.ts';
import { positionStyle } from '#newsletter/values/picture.ts';
import type { Design, EventDate, MastheadSource, StyleSource } from './design.ts';
import { logoPlate, logoWidth, showsName } from './masthead.ts';
import { filledHeads } from './table-heads.ts';
import { boldTone, softTone } from './tones.ts';

/** The crest’s width in pixels. */
const CREST = 44;

/** For one large topic: a cover picture above a coloured panel, large serif headings, square corners. */
export const poster: Design = {
  label: 'Poster',
  purpose: 'One big thing',
  fonts: { text: 'sans', heading: 'serif' },
  heading: {
    weight: 700,
    tracking: '-0.022em',
    usesTextColour: false,
    sizes: { column: [30, 34], wide: [38, 42], lead: [44, 48] },
    phone: [31, 35],
    phoneLead: [36, 40],
    mark: null,
  },
  text: { size: [16, 25], phone: [17, 26], lead: { size: [20, 30], style: 'normal' } },
  radius: { picture: 0, box: 0, button: 0, bar: 0, social: 0 },
  padding: 32,
  phonePadding: 20,
  gap: 24,
  hasRules: false,
  cards: null,
  ground: ({ primary }) => mix(WHITE, primary, 0.16),
  sheet: WHITE,
  tones: (palette) => {
    const soft = mix(WHITE, palette.primary, 0.07);
    return {
      soft: softTone(soft, palette),
      bold: boldTone(palette.accent.background, palette),
    };
  },
  box: ({ band, accent }) => ({
    background: band.background,
    text: band.text,
    heading: accent.onBand,
    link: band.text,
    edge: '',
    radius: 0,
    padding: '26px 28px',
    font: 'serif',
    size: [19, 29],
    isQuiet: false,
  }),
  event: { dateWidth: 78, date, ground: null, radius: 0, padding: '0', rule: () => '', gap: 20 },
  button: ({ button }) => button,
  divider: ({ accent }) => ({ colour: accent.background, width: 4 }),
  file: ({ heading }) => ({ background: null, edge: `border:2px solid ${heading}` }),
  table: filledHeads,
  bar: ({ bar }) => ({ fill: bar, height: 10 }),
  hasCover: true,
  masthead,
  phoneHead: mjml`.ink-head > table > tbody > tr > td { padding: 22px 20px 26px !important; } .ink-words h1 { margin-top: 16px !important; font-size: 42px !important; line-height: 44px !important; }`,
};

function date({ weekday, day, month, year }: EventDate, { palette, fonts }: StyleSource): Markup {
  const small = `font-size:14px;line-height:20px;font-weight:600;color:${palette.text}`;
  return mjml`<span class="d-text" style="${small}">${weekday}</span><br /><strong class="d-heading" style="font-family:${fonts.heading};font-size:50px;line-height:46px;font-weight:700;letter-spacing:-0.03em;color:${palette.heading}">${day}</strong><br /><span class="d-text" style="${small}">${month}${year !== null && ` ${year}`}</span>`;
}

function masthead(source: MastheadSource): Markup {
  const { palette, fonts, school, title, cover } = source;
  const { background, text } = palette.band;
  const picture =
    cover !== null &&
    mjml`<mj-section padding="0" background-color="${background}"><mj-column width="100%"><mj-text padding="0"><img class="ink-cover" src="${cover.url}" alt="${cover.alt}" width="600" style="display:block;width:100%;height:auto;aspect-ratio:600/350;object-fit:cover${positionStyle(cover.focus)};align-content:center;text-align:center;font-family:${fonts.heading};font-size:22px;line-height:30px;color:${text}" /></mj-text></mj-column></mj-section>`;
  const plate =
    source.logo !== null &&
    mjml`<td class="ink-plate-cell" width="${source.logo.isWide ? logoWidth(source, CREST) + 20 : 1}" valign="middle" style="padding:0 14px 0 0">${logoPlate(source, { size: CREST, padding: 10, radius: 0 })}</td>`;
  const name = showsName(source) && school.name;
  const line =
    cover !== null &&
    cover.caption !== '' &&
    mjml`<p style="margin:16px 0 0;font-size:14px;line-height:20px;color:${text}">${cover.caption}</p>`;
  return mjml`${picture}<mj-section padding="26px 32px 32px" background-color="${background}" css-class="ink-band ink-head"><mj-column width="100%"><mj-text padding="0" color="${text}" css-class="ink-words"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${plate}<td valign="middle" style="font-size:17px;line-height:23px;font-weight:600;color:${text}">${name}</td></tr></table><h1 style="margin:20px 0 0;font-family:${fonts.heading};font-size:56px;line-height:58px;font-weight:700;letter-spacing:-0.03em;color:${text}">${inOwnRunIfAgainst(school.language, title)}</h1><p style="margin:14px 0 0;font-size:18px;line-height:24px;font-weight:600;color:${palette.accent.onBand}">${source.date}</p>${line}</mj-text></mj-column></mj-section>`;
}
