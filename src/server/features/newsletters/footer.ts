import type { StoredBlock } from '#newsletter/document.ts';

/** The footer's text stands in its block; `footerContent` follows it. */

/** The text of the first footer block; null where there is none. */
export function footerOf(code: readonly StoredBlock[]): string | null {
  for (const block of code) if (block.type === 'footer') return block.value.text;
  return null;
}

/** The blocks with this text in the footer, if they have one. */
export function withFooter(code: readonly StoredBlock[], text: string): readonly StoredBlock[] {
  return code.map((block) =>
    block.type === 'footer' ? { ...block, value: { ...block.value, text } } : block,
  );
}
