import type { StoredBlock } from '#newsletter/document/document.ts';

/** The footer's text stands in its block; `footerContent` of a newsletter follows it. */

/** The text of the first footer; null where there is none. */
export function footerText(code: readonly StoredBlock[]): string | null {
  for (const block of code) if (block.type === 'footer') return block.value.text;
  return null;
}

/** The blocks with this text in the footer, if they have one. */
export function withFooterText(code: readonly StoredBlock[], text: string): readonly StoredBlock[] {
  return code.map((block) =>
    block.type === 'footer' ? { ...block, value: { ...block.value, text } } : block,
  );
}
