import { inColours, type OwnColours } from '#newsletter/designs/colours.ts';
import type { HeadingRole } from '#newsletter/designs/design.ts';
import { type DesignId, designOf } from '#newsletter/designs/index.ts';
import type { CalendarEvent, Target, Tint } from '#newsletter/document/block.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { blockMarkup, contextOf, sheetPalette } from './block-context.ts';
import { envelope, section } from './frame.ts';

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
  readonly today?: string;
  /** The effect of its slot. Absent: a column of an untinted section, in the school’s design. */
  readonly slotStyle?: SlotStyle;
};
/** The properties that a block gets from its slot. */
export type SlotStyle = {
  readonly design: DesignId | null;
  readonly colours: OwnColours | null;
  readonly role: HeadingRole;
  readonly tint: Tint | null;
};

/** The MJML of one block, valid or not, for its slot on the canvas. For a footer, `width` is the newsletter's. */
export function compileBlock(source: BlockSource): string {
  const { slotStyle } = source;
  const school = inColours(source.school, slotStyle?.colours);
  const target = source.target ?? 'page';
  const design = designOf(slotStyle?.design, school.design);
  const palette = sheetPalette(school, design);
  const tint = slotStyle?.tint ?? null;
  const context = contextOf({
    ...source,
    school,
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
