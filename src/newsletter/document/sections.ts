import type { Tint } from './block.ts';
import { type Block, type Column, columnCount, type NewsletterDocument } from './document.ts';
import { rowCount, segmentsOf } from './segments.ts';

/** A section of the drawn newsletter: wide blocks, or columns side by side. */
export type Section = {
  /** Its first row in the document’s columns. */
  readonly start: number;
  readonly tint: Tint | null;
} & (
  | { readonly isWide: true; readonly blocks: Column }
  | { readonly isWide: false; readonly columns: readonly Column[] }
);

/**
 * The sections of a document, from top to bottom. Adjacent wide blocks share a section unless the tint changes or
 * `beginsSection` says otherwise. In one column all blocks count as wide. A section has the tint of its first block. `leftOut` is
 * skipped, as it is drawn elsewhere.
 */
export function sectionsOf(
  document: Pick<NewsletterDocument, 'layout' | 'columns'>,
  {
    beginsSection,
    omitted,
  }: { readonly beginsSection: (block: Block) => boolean; readonly omitted: Block | null },
): readonly Section[] {
  const sections: Section[] = [];
  const addWide = (block: Block | null, start: number) => {
    if (block !== null && block === omitted) return;
    const last = sections.at(-1);
    const tint = block?.tint ?? null;
    const goesOn = block === null || (last?.tint === tint && !beginsSection(block));
    if (last?.isWide && goesOn) sections[sections.length - 1] = { ...last, blocks: [...last.blocks, block] };
    else sections.push({ start, isWide: true, blocks: [block], tint });
  };
  let start = 0;
  for (const segment of segmentsOf(document.columns)) {
    if ('wide' in segment) addWide(segment.wide, start);
    else if (columnCount(document.layout) === 1)
      for (const [row, block] of (segment.columns[0] ?? []).entries()) addWide(block, start + row);
    else sections.push({ start, isWide: false, columns: segment.columns, tint: tintOf(segment.columns) });
    start += rowCount(segment);
  }
  return sections;
}

/** Whether a design draws a line above the section at an index: between wide blocks and columns, both without a tint. */
export function hasRuleAbove(
  sections: readonly Section[],
  index: number,
  { hasRules }: { readonly hasRules: boolean },
): boolean {
  const [before, section] = [sections[index - 1], sections[index]];
  return hasRules && before?.tint === null && section?.tint === null && before.isWide !== section.isWide;
}

function tintOf(columns: readonly Column[]): Tint | null {
  return columns.flat().find((block) => block !== null)?.tint ?? null;
}
