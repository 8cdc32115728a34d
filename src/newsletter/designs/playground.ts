import { type Markup, mjml } from '#newsletter/render/mjml.ts';
import { inOwnRunIfAgainst } from '#newsletter/render/own-direction.ts';
import { mix, WHITE } from '#newsletter/values/colour.ts';
import { dateTile } from './date-tile.ts';
import type { Design, MastheadSource } from './design.ts';
import { logoPlate, showsName } from './masthead.ts';
import { filledHeads } from './table-heads.ts';
import { bandTone, softTone } from './tones.ts';

/** The awning’s stripes, in total and on phones. */
const AWNING = 15;
const AWNING_ON_PHONES = 9;

/** For young children: an awning, and cards with round corners on a coloured background. */
export const playground: Design = {
  label: 'Playground',
  purpose: 'Infants',
  fonts: { text: 'sans', heading: 'sans' },
  heading: {
    weight: 800,
    tracking: '-0.02em',
    usesTextColour: false,
    sizes: { column: [25, 30], wide: [30, 35], lead: [36, 40] },
    phone: [28, 33],
    phoneLead: [32, 37],
    mark: null,
  },
  text: { size: [16, 25], phone: [17, 26], lead: { size: [18, 28], style: 'normal' } },
  radius: { picture: 18, box: 18, button: 16, bar: 9, social: 16 },
  padding: 24,
  phonePadding: 20,
  gap: 24,
  hasRules: false,
  cards: { gap: 14, radius: 24 },
  ground: ({ accent }) => mix(WHITE, accent.background, 0.38),
  sheet: WHITE,
  tones: (palette) => {
    const soft = mix(WHITE, palette.primary, 0.07);
    return {
      soft: softTone(soft, palette),
      bold: bandTone(palette),
    };
  },
  box: ({ accent: { background, text } }) => ({
    background,
    text,
    heading: text,
    link: text,
    edge: '',
    radius: 18,
    padding: '20px 22px',
    font: 'sans',
    size: [16, 25],
    isQuiet: false,
  }),
  event: {
    dateWidth: 74,
    date: (date, source) => dateTile(date, source, { radius: 18, head: source.palette.accent }),
    ground: ({ tint }) => tint,
    radius: 18,
    padding: '12px',
    rule: () => '',
    gap: 10,
  },
  button: ({ button }) => button,
  divider: ({ accent }) => ({ colour: accent.background, width: 6 }),
  file: ({ tint }) => ({ background: tint, edge: '' }),
  table: (palette) => ({ ...filledHeads(palette), size: 15 }),
  bar: ({ accent }) => ({ fill: accent.background, height: 16 }),
  hasCover: false,
  masthead,
  phoneHead: mjml`.ink-spare { display: none !important; } .ink-head > table > tbody > tr > td { padding: 20px 18px 24px !important; } .ink-words h1 { font-size: 36px !important; line-height: 39px !important; }`,
};

function masthead(source: MastheadSource): Markup {
  const { palette, fonts, school, title } = source;
  const { band, accent } = palette;
  const cells = Array.from(
    { length: AWNING },
    (_, index) =>
      mjml`<td class="${index < AWNING_ON_PHONES ? 'ink-awning' : 'ink-awning ink-spare'}" height="26" bgcolor="${index % 2 === 0 ? band.background : accent.background}" style="background-color:${index % 2 === 0 ? band.background : accent.background};font-size:1px;line-height:26px;border-radius:0 0 18px 18px">&#160;</td>`,
  );
  const awning = mjml`<mj-section padding="0"><mj-column width="100%"><mj-text padding="0" font-size="1px" line-height="26px" css-class="ink-box"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr>${cells}</tr></table></mj-text><mj-spacer height="14px" /></mj-column></mj-section>`;
  const name =
    showsName(source) &&
    mjml`<p style="margin:12px 0 0;font-size:17px;line-height:24px;font-weight:600;color:${band.text}">${school.name}</p>`;
  const date = mjml`<table role="presentation" align="center" cellpadding="0" cellspacing="0"><tr><td bgcolor="${accent.background}" style="background-color:${accent.background};padding:7px 18px;border-radius:14px;font-size:16px;line-height:22px;font-weight:650;color:${accent.text}">${source.date}</td></tr></table>`;
  return mjml`${awning}<mj-section padding="24px 24px 28px" background-color="${band.background}" border-radius="24px" css-class="ink-band ink-card-section ink-head"><mj-column width="100%"><mj-text padding="0" align="center" color="${band.text}" css-class="ink-words ink-box">${logoPlate(source, { size: 88, padding: 10, radius: 28 })}${name}<h1 style="margin:4px 0 14px;font-family:${fonts.heading};font-size:44px;line-height:48px;font-weight:800;letter-spacing:-0.03em;color:${band.text}">${inOwnRunIfAgainst(school.language, title)}</h1>${date}</mj-text></mj-column></mj-section>`;
}
