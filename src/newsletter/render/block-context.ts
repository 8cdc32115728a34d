import type { Design, DesignFonts, HeadingRole } from '#newsletter/designs/design.ts';
import type { BlockContext, CalendarEvent, Target } from '#newsletter/document/block.ts';
import { type Block, type BlockType, DEFINITIONS } from '#newsletter/document/document.ts';
import { type Palette, paletteOf, paletteOn, type SchoolBranding } from '#newsletter/values/branding.ts';
import { webAddress } from '#newsletter/values/url.ts';
import { newsletterWords } from '#newsletter/words/newsletter-words.ts';
import { FONTS } from './fonts.ts';
import type { Markup } from './mjml.ts';

type ContextSource = {
  readonly school: SchoolBranding;
  readonly width: number;
  readonly origin: string;
  readonly pageUrl?: string;
  readonly calendarUrl?: (event: CalendarEvent) => string;
  readonly year?: string;
  readonly today?: string;
  readonly target: Target;
  readonly design: Design;
  readonly palette: Palette;
  readonly role: HeadingRole;
  readonly padding: string;
  readonly placeholder?: boolean;
};

/** The context in which a block is rendered. */
export function contextOf(source: ContextSource): BlockContext {
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
    today: source.today ?? null,
    calendarUrl: source.calendarUrl ?? null,
    placeholder: source.placeholder ?? false,
  };
}

/** A block as MJML. */
export function blockMarkup<Type extends BlockType>(block: Block<Type>, context: BlockContext): Markup {
  return DEFINITIONS[block.type].toMjml(block.value, context, block.name);
}

/** A school's palette on a design's sheet. */
export function sheetPalette(school: SchoolBranding, { sheet }: Design): Palette {
  const key = `${school.primary_color} ${school.secondary_color} ${sheet}`;
  const before = palettes.get(key);
  if (before !== undefined) return before;
  const palette = paletteOf(school);
  const found = sheet === palette.ground ? palette : paletteOn(sheet, palette);
  if (palettes.size >= MOST_PALETTES) palettes.clear();
  palettes.set(key, found);
  return found;
}

// Cached, because every keystroke on the canvas needs the same palette.
const palettes = new Map<string, Palette>();
const MOST_PALETTES = 100;

/** A design’s fonts for one target. */
export function fontsOf(design: Design, target: Target): DesignFonts {
  const fonts = FONTS[target];
  return { ...fonts, text: fonts[design.fonts.text], heading: fonts[design.fonts.heading] };
}
