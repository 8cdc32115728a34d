import type { Design, DesignFonts, HeadingRole } from '#newsletter/designs/design.ts';
import { DEFAULT_DESIGN, DESIGNS, type DesignId, designOf } from '#newsletter/designs/index.ts';
import type { BlockContext, CalendarEvent, Target, Tint } from '#newsletter/document/block.ts';
import { type Composition, compose } from '#newsletter/document/composition.ts';
import {
  type Block,
  type BlockType,
  type Column,
  DEFINITIONS,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import {
  BLOCK_GAP,
  COLUMN_PERCENTS,
  contentWidths,
  EMPTY_SLOT_HEIGHT,
  NEWSLETTER_WIDTH,
  paddingsOf,
} from '#newsletter/document/layout.ts';
import type { Section } from '#newsletter/document/sections.ts';
import {
  type Palette,
  paletteOf,
  paletteOn,
  QUIET_COLOUR,
  type SchoolBranding,
  WIDE_LOGO_ASPECT,
} from '#newsletter/values/branding.ts';
import { INK } from '#newsletter/values/colour.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { fileAddress, webAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { FONTS } from './fonts.ts';
import { envelope, mailFoot, mailTop, section } from './frame.ts';
import { type Markup, mjml } from './mjml.ts';

/** Compiles documents to MJML for the engine. All markup is made by the escaping `mjml` tag. */

/** The input for a whole newsletter. `origin` is where uploaded files are served, without a trailing slash. */
export type NewsletterSource = {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  readonly target: Target;
  readonly origin: string;
  /** The day that its masthead shows where it has no date of its own, `YYYY-MM-DD`. */
  readonly today: string;
  /** The public page, which a mail links to. */
  readonly pageUrl?: string;
  readonly unsubscribeUrl?: string;
  /** Shown beside the subject in the inbox. */
  readonly previewText?: string;
  /** The URL of an event's calendar file. Absent: no calendar links. */
  readonly calendarUrl?: (event: CalendarEvent) => string;
};

/** The MJML of a whole newsletter: the content of the public page, or a mail with its title and links. */
export function compileNewsletter(source: NewsletterSource): string {
  const { document, school, target } = source;
  const design = designOf(document.design, school.design);
  const composition = compose(document, design);
  const palette = sheetPalette(school, design);
  const year = (document.issueDate ?? source.today).slice(0, 4);
  const drawn = { ...source, design, composition, palette, year };
  const around = paletteOn(design.ground(palette), palette);
  const sections = composition.sections.map((section, index) => sectionMarkup(section, index, drawn));
  const footers = composition.footers.map((block) =>
    footMarkup(blockMarkup(block, footerContext(drawn)), drawn),
  );
  const body = mjml`${target === 'mail' && mailTop({ ...source, around })}${headOf(drawn)}${sections}${footers}${target === 'mail' && mailFoot({ ...source, around })}`;
  return envelope({
    ...source,
    design,
    dark: target === 'mail' ? palette : null,
    language: school.language,
    width: NEWSLETTER_WIDTH,
    background: target === 'mail' ? design.ground(palette) : null,
    body,
  });
}

/** A school's palette on a design's sheet. */
function sheetPalette(school: SchoolBranding, { sheet }: Design): Palette {
  const palette = paletteOf(school);
  return sheet === palette.ground ? palette : paletteOn(sheet, palette);
}

type Drawn = NewsletterSource & {
  readonly design: Design;
  readonly palette: Palette;
  readonly composition: Composition;
  readonly year: string;
};

/** Pixels above and below a section's blocks, which bring half of `BLOCK_GAP` each. */
const SECTION_PADDING = 8;
const FIRST_PADDING = 16;
const TINTED_PADDING = 16;

function sectionMarkup(section: Section, index: number, source: Drawn): Markup {
  const { design, palette } = source;
  const tone =
    section.tint === null ? { background: design.sheet, palette } : design.tones(palette)[section.tint];
  const { outer } = paddingsOf(design);
  const isApart = section.tint !== null || design.cards !== null;
  const above = isApart ? TINTED_PADDING : index === 0 ? FIRST_PADDING : SECTION_PADDING;
  const below = isApart ? TINTED_PADDING : SECTION_PADDING;
  const content = section.isWide
    ? columnMarkup(section.blocks, 100, NEWSLETTER_WIDTH - 2 * design.padding, tone.palette, source)
    : columnsMarkup(section.columns, tone.palette, source);
  const ground = section.tint === null ? 'ink-sheet' : `ink-${section.tint}`;
  const kind = `ink-columns ${ground}`;
  const padding = `${above}px ${outer}px ${below}px`;
  const before = source.composition.sections[index - 1];
  const isRuled =
    design.hasRules && section.tint === null && before?.tint === null && before.isWide !== section.isWide;
  const rule =
    isRuled &&
    mjml`<mj-section padding="12px ${design.padding}px" background-color="${tone.background}" css-class="ink-sheet ink-between"><mj-column width="100%"><mj-divider padding="0" border-width="1px" border-color="${tone.palette.text}" css-class="d-rule" /></mj-column></mj-section>`;
  if (design.cards === null)
    return mjml`${rule}<mj-section padding="${padding}" background-color="${tone.background}" css-class="${kind}">${content}</mj-section>`;
  return mjml`${gapMarkup(design.cards.gap)}<mj-section padding="${padding}" background-color="${tone.background}" border-radius="${design.cards.radius}px" css-class="${kind} ink-card-section">${content}</mj-section>`;
}

function gapMarkup(height: number): Markup {
  return mjml`<mj-section padding="0"><mj-column width="100%"><mj-spacer height="${height}px" /></mj-column></mj-section>`;
}

/** Pixels between the last section and the footer. */
const FOOTER_GAP = 20;

function footMarkup(content: Markup, { design }: Drawn): Markup {
  if (design.cards === null)
    return mjml`<mj-section padding="${FOOTER_GAP}px 0 0" background-color="${design.sheet}" css-class="ink-sheet"><mj-column width="100%">${content}</mj-column></mj-section>`;
  const { gap, radius } = design.cards;
  return mjml`${gapMarkup(gap)}<mj-section padding="0" border-radius="${radius}px" css-class="ink-card-section"><mj-column width="100%">${content}</mj-column></mj-section>`;
}

function columnsMarkup(columns: readonly Column[], palette: Palette, source: Drawn): Markup {
  const { layout } = source.document;
  const widths = contentWidths(layout, source.design);
  return mjml`${columns.map((column, index) =>
    columnMarkup(
      column,
      COLUMN_PERCENTS[layout][index] ?? 100,
      widths[index] ?? NEWSLETTER_WIDTH,
      palette,
      source,
      index > 0,
    ),
  )}`;
}

function columnMarkup(
  column: Column,
  percent: number,
  width: number,
  palette: Palette,
  source: Drawn,
  isLater = false,
): Markup {
  const hasRule = isLater && source.design.hasRules;
  const context = {
    ...source,
    width: hasRule ? width - 1 : width,
    palette,
    padding: `${BLOCK_GAP / 2}px ${paddingsOf(source.design).column}px`,
  };
  const blocks = column.map((block) =>
    block === null
      ? GAP
      : blockMarkup(block, contextOf({ ...context, role: roleOf(block, percent, source.composition) })),
  );
  return hasRule
    ? mjml`<mj-column width="${percent}%" border-left="1px solid ${palette.line}" css-class="ink-side">${blocks}</mj-column>`
    : mjml`<mj-column width="${percent}%">${blocks}</mj-column>`;
}

function roleOf(block: Block, percent: number, { lead }: Composition): HeadingRole {
  if (percent < 100) return 'column';
  return block === lead ? 'lead' : 'wide';
}

const GAP = mjml`<mj-spacer height="${EMPTY_SLOT_HEIGHT}px" />`;

function footerContext(source: Omit<Drawn, 'composition' | 'document'>): BlockContext {
  return contextOf({ ...source, width: NEWSLETTER_WIDTH, padding: '0', role: 'wide' });
}

/** The input for one slot of the canvas. `width` is the content width in pixels. */
export type BlockSource = {
  readonly block: Block;
  readonly school: SchoolBranding;
  readonly width: number;
  readonly origin: string;
  readonly target?: Target;
  readonly pageUrl?: string;
  readonly calendarUrl?: (event: CalendarEvent) => string;
  /** The year of the issue. */
  readonly year?: string;
  /** How its slot affects it. Absent: a column of an untinted section, in the school’s design. */
  readonly slotStyle?: SlotStyle;
};
/** What a block takes from the slot it stands in. */
export type SlotStyle = {
  readonly design: DesignId | null;
  readonly role: HeadingRole;
  readonly tint: Tint | null;
};

/** The MJML of one block, valid or not, for its slot on the canvas. For a footer, `width` is the newsletter's. */
export function compileBlock(source: BlockSource): string {
  const { school, slotStyle } = source;
  const target = source.target ?? 'page';
  const design = designOf(slotStyle?.design, school.design);
  const palette = sheetPalette(school, design);
  const tint = slotStyle?.tint ?? null;
  const context = contextOf({
    ...source,
    target,
    design,
    palette: tint === null ? palette : design.tones(palette)[tint].palette,
    role: slotStyle?.role ?? 'column',
    padding: '0',
    placeholder: true,
  });
  const body = section(blockMarkup(source.block, context));
  return envelope({
    title: '',
    design,
    language: school.language,
    target,
    width: source.width,
    background: null,
    body,
  });
}

/** What a masthead is compiled from. */
export type HeadSource = Pick<NewsletterSource, 'title' | 'school' | 'origin' | 'today'> & {
  readonly document: NewsletterDocument;
  readonly target?: Target;
};

/** The MJML of a newsletter's masthead alone. */
export function compileHead(source: HeadSource): string {
  const target = source.target ?? 'page';
  const { school, document } = source;
  const design = designOf(document.design, school.design);
  const body = headOf({
    ...source,
    target,
    design,
    palette: sheetPalette(school, design),
    composition: compose(document, design),
  });
  return envelope({
    title: '',
    design,
    language: school.language,
    target,
    width: NEWSLETTER_WIDTH,
    background: null,
    body,
  });
}

function headOf(source: Omit<Drawn, 'calendarUrl' | 'year'>): Markup {
  const { school, origin, design, palette, composition, document, today, target } = source;
  const url = fileAddress(school.logo ?? '', origin);
  const picture = composition.cover?.picture;
  const coverUrl = picture === undefined ? null : fileAddress(picture.address, origin);
  return design.masthead({
    school,
    palette,
    target,
    fonts: fontsOf(design, target),
    title: source.title,
    date: fullDate(document.issueDate ?? today, school.language) ?? '',
    logo: url === null ? null : { url, isWide: (school.logo_aspect ?? WIDE_LOGO_ASPECT) >= WIDE_LOGO_ASPECT },
    cover: picture === undefined || coverUrl === null ? null : { ...picture, url: coverUrl },
  });
}

function fontsOf(design: Design, target: Target): DesignFonts {
  const fonts = FONTS[target];
  return { ...fonts, text: fonts[design.fonts.text], heading: fonts[design.fonts.heading] };
}

/** The MJML of one of the product's own mails, such as a password link: paragraphs and at most one button. */
export function compileMail(mail: {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly text: string; readonly url: string };
  readonly productName?: string;
}): string {
  const heading = FONTS.mail.serif;
  const product = mail.productName ?? 'Inkwell';
  const url = webAddress(mail.button?.url ?? '');
  const action =
    url !== null &&
    mjml`<mj-button href="${url}" target="_self" align="left" padding="8px 32px 16px" background-color="${INK}" color="#ffffff" border-radius="10px" font-size="16px" font-weight="600" line-height="24px" inner-padding="12px 24px">${mail.button?.text}</mj-button><mj-text padding="0 32px 8px" font-size="13px" line-height="20px" color="${QUIET_COLOUR}"><p style="margin:0">If the button does not work, copy this address into your browser:</p><p style="margin:0;word-break:break-all">${url}</p></mj-text>`;
  const body = mjml`<mj-section padding="32px 0 16px"><mj-column width="100%"><mj-text padding="0 32px" color="${INK}"><p style="margin:0;font-family:${heading};font-size:24px;line-height:32px;font-weight:700;color:${INK}">${product}</p></mj-text></mj-column></mj-section><mj-section padding="0" background-color="#ffffff" border-radius="16px"><mj-column width="100%"><mj-divider padding="0" border-width="8px" border-color="#34c3ee" /><mj-text padding="28px 32px 8px" color="${INK}"><h1 style="margin:0;font-family:${heading};font-size:22px;line-height:30px;font-weight:600;color:${INK}">${mail.subject}</h1></mj-text>${mail.paragraphs.map((words) => mjml`<mj-text padding="6px 32px 10px" font-size="16px" line-height="25px" color="${INK}"><p style="margin:0">${words}</p></mj-text>`)}${action}<mj-spacer height="20px" /></mj-column></mj-section><mj-section padding="16px"><mj-column width="100%"><mj-spacer height="8px" /></mj-column></mj-section>`;
  return envelope({
    title: mail.subject,
    design: DESIGNS[DEFAULT_DESIGN],
    language: 'en',
    target: 'mail',
    width: 560,
    background: '#fbfaf6',
    body,
  });
}

type ContextSource = Pick<BlockSource, 'school' | 'width' | 'origin' | 'pageUrl' | 'calendarUrl' | 'year'> & {
  readonly target: Target;
  readonly design: Design;
  readonly palette: Palette;
  readonly role: HeadingRole;
  readonly padding: string;
  readonly placeholder?: boolean;
};

function contextOf(source: ContextSource): BlockContext {
  const { school, target, design, palette, role, width, origin, padding } = source;
  const [size, line] = design.text.size;
  return {
    school,
    target,
    design,
    palette,
    role,
    width: Math.max(1, Math.floor(width)),
    origin,
    padding,
    fonts: fontsOf(design, target),
    words: newsletterWords(school.language).words,
    text: { size, line },
    pageUrl: webAddress(source.pageUrl ?? ''),
    year: source.year ?? null,
    calendarUrl: source.calendarUrl ?? null,
    placeholder: source.placeholder ?? false,
  };
}

function blockMarkup<Type extends BlockType>(block: Block<Type>, context: BlockContext): Markup {
  return DEFINITIONS[block.type].toMjml(block.value, context, block.name);
}

/** The engine's output, split into style rules and body content, for a page or a shadow root. */
export type Fragment = { readonly styles: string; readonly body: string };

/**
 * Splits the engine's output. Drops Outlook's conditional comments and the `role="article"` wrapper. Throws if the input
 * is not a complete document.
 */
export function fragmentOf(html: string): Fragment {
  const plain = html
    .replace(/<!--\[if (?!!mso)[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<!--\[if !mso\]><!-->|<!--<!\[endif\]-->/g, '');
  const start = plain.indexOf('<body');
  const inside = plain.indexOf('>', start) + 1;
  const end = plain.lastIndexOf('</body>');
  if (start < 0 || inside === 0 || end < inside) throw new Error('The engine’s output is not a document');
  const styles = [...plain.slice(0, start).matchAll(/<style type="text\/css">([\s\S]*?)<\/style>/g)].map(
    (match) => match[1]?.trim(),
  );
  return { styles: styles.join('\n'), body: unwrap(plain.slice(inside, end).trim()) };
}

function unwrap(body: string): string {
  const wrapper = /^<div[^>]* role="article"[^>]*>/.exec(body)?.[0];
  return wrapper === undefined || !body.endsWith('</div>')
    ? body
    : body.slice(wrapper.length, -'</div>'.length);
}
