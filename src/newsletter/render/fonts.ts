/** The page loads its own fonts; mails use fonts that every mail program has. Names are without quotes, which CSS allows for these. */
export const FONTS: Readonly<Record<'page' | 'mail', Readonly<Record<'serif' | 'sans', string>>>> = {
  page: {
    sans: 'Commissioner Variable, Segoe UI, Arial, sans-serif',
    serif: 'Literata Variable, Georgia, serif',
  },
  mail: { sans: 'Arial, Helvetica, sans-serif', serif: 'Georgia, Times New Roman, serif' },
};

const FIRST = /\/fonts\/(?:commissioner|literata)-latin-[\w-]{8}\.woff2/g;

/** The URLs of the font files that nearly every page needs, from the stylesheet with all fonts. For preloading. */
export function firstFonts(sheet: string): readonly string[] {
  return sheet.match(FIRST) ?? [];
}
