import { isEmptySpace, type StoredBlock } from './document.ts';
import { inheritedTextOf } from './traits.ts';

/** Inherited text, such as the footer's, is stored in a block; the newsletter's `footerContent` follows it. */

/** The inherited text of the first block that has one; otherwise null. */
export function inheritedText(code: readonly StoredBlock[]): string | null {
  for (const block of code) {
    const inherited = isEmptySpace(block) ? null : inheritedTextOf(block);
    if (inherited !== null) return inherited.text;
  }
  return null;
}

/** Sets the inherited text of all blocks that have one. */
export function withInheritedText(code: readonly StoredBlock[], text: string): readonly StoredBlock[] {
  return code.map((block) =>
    isEmptySpace(block) ? block : (inheritedTextOf(block)?.replace(text) ?? block),
  );
}
