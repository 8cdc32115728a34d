import { wordsIn } from './words-in.ts';

/**
 * Families see these around every one of a school's pages (`/s/`, `/r/`): the links between pages, and the box of a form's errors.
 * In every language that schools can choose.
 */
export const pageFrameWords = wordsIn({
  en: {
    /** The accessible name of the links to the school's pages. */
    pages: 'Pages',
    /** Shown above the list of errors in a form. */
    problem: 'There is a problem',
    /** Shown before the title of a page with such a list. */
    error: 'Error:',
  },
  cy: {
    pages: 'Tudalennau',
    problem: 'Mae problem',
    error: 'Gwall:',
  },
  gd: {
    pages: 'Duilleagan',
    problem: 'Tha duilgheadas ann',
    error: 'Mearachd:',
  },
  ga: {
    pages: 'Leathanaigh',
    problem: 'Tá fadhb ann',
    error: 'Earráid:',
  },
  de: {
    pages: 'Seiten',
    problem: 'Es gibt ein Problem',
    error: 'Fehler:',
  },
  es: {
    pages: 'Páginas',
    problem: 'Hay un problema',
    error: 'Error:',
  },
  fr: {
    pages: 'Pages',
    problem: 'Il y a un problème',
    error: 'Erreur :',
  },
  it: {
    pages: 'Pagine',
    problem: 'C’è un problema',
    error: 'Errore:',
  },
  nl: {
    pages: 'Pagina’s',
    problem: 'Er is een probleem',
    error: 'Fout:',
  },
  pl: {
    pages: 'Strony',
    problem: 'Wystąpił problem',
    error: 'Błąd:',
  },
  pt: {
    pages: 'Páginas',
    problem: 'Há um problema',
    error: 'Erro:',
  },
  ar: {
    pages: 'الصفحات',
    problem: 'هناك مشكلة',
    error: 'خطأ:',
  },
});
