import type { DesignId } from '#newsletter/designs/index.ts';
import {
  type Block,
  type BlockType,
  type BlockValues,
  columnCount,
  isAtFoot,
  type LayoutType,
  type NewsletterDocument,
} from '#newsletter/document/document.ts';
import { type Segment, segmentColumns, withFootLast } from '#newsletter/document/segments.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';

/** The building blocks of templates. */

/** Placeholder drawings for a school's own photographs, in public/newsletter-art. */
const ART = ['art', 'cakes', 'choir', 'forest', 'harvest', 'library', 'school', 'sports'] as const;
export type Art = (typeof ART)[number];

/** The facts on which a template's texts and dates depend. */
export type TemplateContext = {
  /** The date of creation, `YYYY-MM-DD`. Dates in the template are in the weeks after it. */
  readonly today: string;
  readonly school: { readonly name: string; readonly website: string | null };
  /** The URL of a drawing, or the path of an uploaded copy. */
  readonly art: (name: Art) => string;
};

/** A ready-made newsletter that a school can start from. */
export type Template = {
  readonly id: string;
  /** Title and subtitle of the template's card. */
  readonly title: string;
  readonly subtitle: string;
  /** The default title of the newsletter. */
  readonly newsletterTitle: (occasion: Pick<TemplateContext, 'today'>) => string;
  readonly layout: LayoutType;
  readonly art: readonly Art[];
  readonly design: DesignId;
  /** The content from top to bottom, see `wide` and `columns`. */
  readonly segments: (occasion: TemplateContext) => readonly Segment<Block>[];
};

/** The document of a ready-made newsletter. */
export function documentOf(made: Template, occasion: TemplateContext): NewsletterDocument {
  return {
    ...DEFAULT_SETTINGS,
    layout: made.layout,
    design: made.design,
    columns: withFootLast(segmentColumns(made.segments(occasion), columnCount(made.layout)), isAtFoot),
  };
}

/** Blocks across both columns, one below the other. */
export function wide(...blocks: readonly Block[]): Segment<Block>[] {
  return blocks.map((block) => ({ wide: { ...block, wide: true } }));
}

/** The same on the design's soft background. */
export function tinted(...blocks: readonly Block[]): Segment<Block>[] {
  return wide(...blocks.map((block): Block => ({ ...block, tint: 'soft' })));
}

/** Blocks side by side, or all blocks of a newsletter in one column. */
export function columns(...each: readonly (readonly Block[])[]): Segment<Block>[] {
  return [{ columns: each }];
}

/** Creates a block; `name` must be unique in the document. */
export function block<Type extends BlockType>(
  type: Type,
  name: string,
  value: BlockValues[Type],
): { name: string; type: Type; value: BlockValues[Type] } {
  return { name, type, value };
}

/** A button to the school's website, if that has https. */
export function buttonTo(
  website: string | null,
  name: string,
  btnText: string,
): ReturnType<typeof block<'button'>>[] {
  return website?.startsWith('https://') ? [block('button', name, { btnText, url: website })] : [];
}
