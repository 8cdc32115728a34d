import type {
  Block,
  BlockType,
  BlockValues,
  LayoutType,
  NewsletterDocument,
} from '#newsletter/document/document.ts';

/** What ready-made newsletters are written with. */

/** Drawings that stand in for a school's own photographs; the files are in public/newsletter-art. */
export const ART = ['art', 'cakes', 'choir', 'forest', 'harvest', 'library', 'school', 'sports'] as const;
export type Art = (typeof ART)[number];

/** What a ready-made newsletter may know. */
export type Occasion = {
  /** The day it is made, `YYYY-MM-DD`: its dates lie in the weeks after. */
  readonly today: string;
  readonly school: { readonly name: string; readonly website: string | null };
  /** Where a drawing is: an own file's path, or an address. */
  readonly art: (name: Art) => string;
};

/** A newsletter that a school can start from. */
export type ReadyMade = {
  readonly id: string;
  /** For its card. */
  readonly title: string;
  readonly subtitle: string;
  /** What the newsletter is called, until somebody says otherwise. */
  readonly newsletterTitle: (occasion: Pick<Occasion, 'today'>) => string;
  readonly layout: LayoutType;
  readonly art: readonly Art[];
  readonly columns: (occasion: Occasion) => readonly (readonly Block[])[];
};

/** The document of a ready-made newsletter. */
export function documentOf(made: ReadyMade, occasion: Occasion): NewsletterDocument {
  return { layout: made.layout, columns: made.columns(occasion) };
}

/** A block with a name of its own. */
export function block<Type extends BlockType>(
  type: Type,
  name: string,
  value: BlockValues[Type],
): { name: string; type: Type; value: BlockValues[Type] } {
  return { name, type, value };
}

/** A button to the school's own site; none where it has no safe one. */
export function buttonTo(
  website: string | null,
  name: string,
  btnText: string,
): ReturnType<typeof block<'button'>>[] {
  return website?.startsWith('https://') ? [block('button', name, { btnText, url: website })] : [];
}
