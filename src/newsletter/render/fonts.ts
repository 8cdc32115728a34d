/** Font lists for one target. Names stand without quotes, which CSS allows for these. */
export type Fonts = { readonly text: string; readonly heading: string };

/** The page brings its own type; mails take what every mail program has. */
export const FONTS: Readonly<Record<'page' | 'mail', Fonts>> = {
  page: {
    text: 'Commissioner Variable, Segoe UI, Arial, sans-serif',
    heading: 'Literata Variable, Georgia, serif',
  },
  mail: { text: 'Arial, Helvetica, sans-serif', heading: 'Georgia, Times New Roman, serif' },
};

const FIRST = /\/fonts\/(?:commissioner|literata)-latin-[\w-]{8}\.woff2/g;

/** The addresses of the files that nearly every page needs, out of the stylesheet that names all: to be asked for at once. */
export function firstFonts(sheet: string): readonly string[] {
  return sheet.match(FIRST) ?? [];
}
