import { wordsIn } from './words-in.ts';

/** The texts of the frame around a school's pages for families, in every language that schools can choose. */

export type FamilyWords = {
  /** The accessible name of the links to the school's pages. */
  readonly pages: string;
  /** Shown above the list of errors in a form. */
  readonly problem: string;
  /** Shown before the title of a page with such a list. */
  readonly error: string;
};

const WORDS = {
  en: { pages: 'Pages', problem: 'There is a problem', error: 'Error:' },
  cy: { pages: 'Tudalennau', problem: 'Mae problem', error: 'Gwall:' },
  gd: { pages: 'Duilleagan', problem: 'Tha duilgheadas ann', error: 'Mearachd:' },
  ga: { pages: 'Leathanaigh', problem: 'Tá fadhb ann', error: 'Earráid:' },
  de: { pages: 'Seiten', problem: 'Es gibt ein Problem', error: 'Fehler:' },
  es: { pages: 'Páginas', problem: 'Hay un problema', error: 'Error:' },
  fr: { pages: 'Pages', problem: 'Il y a un problème', error: 'Erreur :' },
  it: { pages: 'Pagine', problem: 'C’è un problema', error: 'Errore:' },
  nl: { pages: 'Pagina’s', problem: 'Er is een probleem', error: 'Fout:' },
  pl: { pages: 'Strony', problem: 'Wystąpił problem', error: 'Błąd:' },
  pt: { pages: 'Páginas', problem: 'Há um problema', error: 'Erro:' },
  ar: { pages: 'الصفحات', problem: 'هناك مشكلة', error: 'خطأ:' },
} as const satisfies Readonly<Record<string, FamilyWords>>;

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function familyWords(language: string): { readonly words: FamilyWords; readonly lang: string } {
  return wordsIn<FamilyWords>(WORDS, language);
}
