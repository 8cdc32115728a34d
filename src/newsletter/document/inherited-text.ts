import { isEmptySpace, type StoredBlock } from './document.ts';
import { inheritedTextOf } from './traits.ts';

/** The text that newsletters hand on, as the footer's. It stands in a block; `footerContent` of a newsletter follows it. */

/** The text of the first block that has one; null where there is none. */
export function inheritedText(code: readonly StoredBlock[]): string | null {
  for (const block of code) {
    const inherited = isEmptySpace(block) ? null : inheritedTextOf(block);
    if (inherited !== null) return inherited.text;
  }
  return null;
}

/** The blocks with this text wherever one of them hands it on. */
export function withInheritedText(code: readonly StoredBlock[], text: string): readonly StoredBlock[] {
  return code.map((block) =>
    isEmptySpace(block) ? block : (inheritedTextOf(block)?.replace(text) ?? block),
  );
}
