import { inColours } from '#newsletter/designs/colours.ts';
import type { Design, HeadingRole } from '#newsletter/designs/design.ts';
import { designOf } from '#newsletter/designs/index.ts';
import type { BlockContext, CalendarEvent, Target } from '#newsletter/document/block.ts';
import { type Composition, compose } from '#newsletter/document/composition.ts';
import type { Block, Column, NewsletterDocument } from '#newsletter/document/document.ts';
import {
  BLOCK_GAP,
  COLUMN_PERCENTS,
  contentWidths,
  EMPTY_SLOT_HEIGHT,
  NEWSLETTER_WIDTH,
  paddingsOf,
} from '#newsletter/document/layout.ts';
import { hasRuleAbove, type Section } from '#newsletter/document/sections.ts';
import { type Palette, paletteOn, type SchoolBranding } from '#newsletter/values/branding.ts';
import { type AudienceMarks, markMarkup } from './audience-marks.ts';
import { blockMarkup, contextOf, sheetPalette } from './block-context.ts';
import { mastheadMarkup } from './compile-masthead.ts';
import { envelope, mailFoot, mailTop } from './frame.ts';
import { type Markup, mjml } from './mjml.ts';

/** Compiles documents to MJML for the engine. All markup is made by the escaping `mjml` tag. */

/** The input for a whole newsletter. `origin` is where uploaded files are served, without a trailing slash. */
export type NewsletterSource = {
  readonly title: string;
  readonly document: NewsletterDocument;
  readonly school: SchoolBranding;
  readonly target: Target;
  readonly origin: string;
  /**
   * The day of rendering, for an edition that of publication, `YYYY-MM-DD`: shown in the masthead of an issue without a
   * date. Events that are over then offer no calendar links.
   */
  readonly today: string;
  /** The public page, which a mail links to. */
  readonly pageUrl?: string;
  readonly unsubscribeUrl?: string;
  /** The page for the reader's choices, linked beside the link to unsubscribe. */
  readonly preferencesUrl?: string;
  /** Shown beside the subject in the inbox. */
  readonly previewText?: string;
  /** The URL of an event's calendar file. Absent: no calendar links. */
  readonly calendarUrl?: (event: CalendarEvent) => string;
  readonly marks?: AudienceMarks;
};

/** The MJML of a whole newsletter: the content of the public page, or a mail with its title and links. */
export function compileNewsletter(source: NewsletterSource): string {
  const { document, target } = source;
  const school = inColours(source.school, document.colours);
  const design = designOf(document.design, school.design);
  const composition = compose(document, design);
  const palette = sheetPalette(school, design);
  const year = (document.issueDate ?? source.today).slice(0, 4);
  const drawn = { ...source, school, design, composition, palette, year };
  const around = paletteOn(design.ground(palette), palette);
  const sections = composition.sections.map((section, index) => sectionMarkup(section, index, drawn));
  const footers = composition.footers.map((block) =>
    footMarkup(blockMarkup(block, footerContext(drawn)), drawn),
  );
  const body = mjml`${target === 'mail' && mailTop({ ...source, around })}${mastheadMarkup(drawn)}${sections}${footers}${target === 'mail' && mailFoot({ ...source, around })}`;
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

type Drawn = NewsletterSource & {
  readonly design: Design;
  readonly palette: Palette;
  readonly composition: Composition;
  readonly year: string;
};

/** Pixels above and below a section's blocks, which bring half of `BLOCK_GAP` each. */
const SECTION_PADDING = 8;
const FIRST_PADDING = 16;
export const TINTED_PADDING = 16;

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
  const rule =
    hasRuleAbove(source.composition.sections, index, design) &&
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
  const blocks = column.map((block) => {
    if (block === null) return GAP;
    const own = contextOf({ ...context, role: roleOf(block, percent, source.composition) });
    return mjml`${markMarkup(block, own, source.marks)}${blockMarkup(block, own)}`;
  });
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
