import {
  type Block,
  type BlockType,
  type BlockValues,
  type LayoutType,
  type NewsletterDocument,
  SCHOOL_LOOK,
} from '#newsletter/document/document.ts';

/** The building blocks of templates. */

/** Placeholder drawings for a school's own photographs, in public/newsletter-art. */
export const ART = ['art', 'cakes', 'choir', 'forest', 'harvest', 'library', 'school', 'sports'] as const;
export type Art = (typeof ART)[number];

/** What a template's texts and dates depend on. */
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
  readonly columns: (occasion: TemplateContext) => readonly (readonly Block[])[];
};

/** The document of a ready-made newsletter. */
export function documentOf(made: Template, occasion: TemplateContext): NewsletterDocument {
  return { ...SCHOOL_LOOK, layout: made.layout, columns: made.columns(occasion) };
}

/** Creates a block; `name` must be unique in the document. */
export function block<Type extends BlockType>(
  type: Type,
  name: string,
  value: BlockValues[Type],
): { name: string; type: Type; value: BlockValues[Type] } {
  return { name, type, value };
}

/** A button to the school's website; none unless that has https. */
export function buttonTo(
  website: string | null,
  name: string,
  btnText: string,
): ReturnType<typeof block<'button'>>[] {
  return website?.startsWith('https://') ? [block('button', name, { btnText, url: website })] : [];
}
