/** Font stacks for one target. The names need no quotes in CSS. */
export type Fonts = { readonly text: string; readonly heading: string };

/** The page loads web fonts; mails use common system fonts. */
export const FONTS: Readonly<Record<'page' | 'mail', Fonts>> = {
  page: {
    text: 'Commissioner Variable, Segoe UI, Arial, sans-serif',
    heading: 'Literata Variable, Georgia, serif',
  },
  mail: { text: 'Arial, Helvetica, sans-serif', heading: 'Georgia, Times New Roman, serif' },
};

const FIRST = /\/fonts\/(?:commissioner|literata)-latin-[\w-]{8}\.woff2/g;

/** The URLs of the font files that nearly every page needs, from the stylesheet with all fonts. For preloading. */
export function firstFonts(sheet: string): readonly string[] {
  return sheet.match(FIRST) ?? [];
}
