import type { BlockCover, Design } from '#newsletter/designs/design.ts';
import type { Block, NewsletterDocument } from './document.ts';
import { blocksOf, splitFooters } from './layout.ts';
import { type Section, sectionsOf } from './sections.ts';
import { coverOf, isHeading } from './traits.ts';

/** A document as a design lays it out, from top to bottom. */
export type Composition = {
  /** The picture shown in the masthead, and its block. */
  readonly cover: { readonly block: Block; readonly picture: BlockCover } | null;
  readonly sections: readonly Section[];
  /** The first heading that spans all columns. */
  readonly lead: Block | null;
  readonly footers: readonly Block[];
};

/** Lays a document out. The block of the cover is in no section. */
export function compose(
  document: NewsletterDocument,
  design: Pick<Design, 'hasCover' | 'cards'>,
): Composition {
  const { columns, footers } = splitFooters(document);
  const content = { ...document, columns };
  const cover = design.hasCover ? coverIn(content) : null;
  const sections = sectionsOf(content, {
    beginsSection: (block) => design.cards !== null && isHeading(block),
    omitted: cover?.block ?? null,
  });
  const wide = sections.flatMap((section) => (section.isWide ? section.blocks : []));
  return { cover, sections, lead: wide.find((block) => isHeading(block)) ?? null, footers };
}

function coverIn(document: NewsletterDocument): Composition['cover'] {
  const isSingle = document.columns.length === 1;
  for (const block of blocksOf(document)) {
    const picture = isSingle || block.wide ? coverOf(block) : null;
    if (picture !== null) return { block, picture };
  }
  return null;
}
