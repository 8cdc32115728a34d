import { wordsIn } from './words-in.ts';

/** The texts of a school's list of newsletters, in every language that schools can choose. */

/** `{words}` and `{school}` are placeholders. */
export type ArchiveWords = {
  readonly newsletters: string;
  readonly newslettersOf: string;
  readonly search: string;
  readonly nothingYet: string;
  readonly nothingAbout: string;
  /** Shown before the link `seeAll`. */
  readonly tryOneWord: string;
  readonly seeAll: string;
  /** The accessible name of the links to pages of search results. */
  readonly pages: string;
  readonly years: string;
  readonly feed: string;
};

const en: ArchiveWords = {
  newsletters: 'Newsletters',
  newslettersOf: 'Newsletters of {school}',
  search: 'Search',
  nothingYet: 'No newsletters yet.',
  nothingAbout: 'Nothing about ‘{words}’.',
  tryOneWord: 'Try one word, or',
  seeAll: 'see all newsletters',
  pages: 'Pages',
  years: 'School years',
  feed: 'Feed',
};

const cy: ArchiveWords = {
  newsletters: 'Cylchlythyrau',
  newslettersOf: 'Cylchlythyrau {school}',
  search: 'Chwilio',
  nothingYet: 'Dim cylchlythyrau eto.',
  nothingAbout: 'Dim byd am ‘{words}’.',
  tryOneWord: 'Rhowch gynnig ar un gair, neu',
  seeAll: 'gweld pob cylchlythyr',
  pages: 'Tudalennau',
  years: 'Blynyddoedd ysgol',
  feed: 'Ffrwd',
};

const gd: ArchiveWords = {
  newsletters: 'Cuairt-litrichean',
  newslettersOf: 'Cuairt-litrichean {school}',
  search: 'Lorg',
  nothingYet: 'Chan eil cuairt-litir ann fhathast.',
  nothingAbout: 'Chan eil dad ann mu ‘{words}’.',
  tryOneWord: 'Feuch aon fhacal, no',
  seeAll: 'faic a h-uile cuairt-litir',
  pages: 'Duilleagan',
  years: 'Bliadhnaichean-sgoile',
  feed: 'Inbhir',
};

const ga: ArchiveWords = {
  newsletters: 'Nuachtlitreacha',
  newslettersOf: 'Nuachtlitreacha {school}',
  search: 'Cuardaigh',
  nothingYet: 'Níl aon nuachtlitir ann fós.',
  nothingAbout: 'Níl aon rud faoi ‘{words}’.',
  tryOneWord: 'Bain triail as focal amháin, nó',
  seeAll: 'féach gach nuachtlitir',
  pages: 'Leathanaigh',
  years: 'Scoilbhlianta',
  feed: 'Fotha',
};

const de: ArchiveWords = {
  newsletters: 'Newsletter',
  newslettersOf: 'Newsletter von {school}',
  search: 'Suchen',
  nothingYet: 'Noch keine Newsletter.',
  nothingAbout: 'Nichts über „{words}“.',
  tryOneWord: 'Versuchen Sie es mit einem Wort, oder',
  seeAll: 'sehen Sie alle Newsletter',
  pages: 'Seiten',
  years: 'Schuljahre',
  feed: 'Feed',
};

const es: ArchiveWords = {
  newsletters: 'Boletines',
  newslettersOf: 'Boletines de {school}',
  search: 'Buscar',
  nothingYet: 'Todavía no hay boletines.',
  nothingAbout: 'Nada sobre «{words}».',
  tryOneWord: 'Pruebe con una sola palabra o',
  seeAll: 'vea todos los boletines',
  pages: 'Páginas',
  years: 'Cursos escolares',
  feed: 'Canal',
};

const fr: ArchiveWords = {
  newsletters: 'Lettres',
  newslettersOf: 'Lettres de {school}',
  search: 'Rechercher',
  nothingYet: 'Aucune lettre pour le moment.',
  nothingAbout: 'Rien sur « {words} ».',
  tryOneWord: 'Essayez avec un seul mot, ou',
  seeAll: 'voyez toutes les lettres',
  pages: 'Pages',
  years: 'Années scolaires',
  feed: 'Flux',
};

const it: ArchiveWords = {
  newsletters: 'Newsletter',
  newslettersOf: 'Newsletter di {school}',
  search: 'Cerca',
  nothingYet: 'Ancora nessuna newsletter.',
  nothingAbout: 'Niente su «{words}».',
  tryOneWord: 'Provi con una sola parola, oppure',
  seeAll: 'veda tutte le newsletter',
  pages: 'Pagine',
  years: 'Anni scolastici',
  feed: 'Feed',
};

const nl: ArchiveWords = {
  newsletters: 'Nieuwsbrieven',
  newslettersOf: 'Nieuwsbrieven van {school}',
  search: 'Zoeken',
  nothingYet: 'Nog geen nieuwsbrieven.',
  nothingAbout: 'Niets over ‘{words}’.',
  tryOneWord: 'Probeer één woord, of',
  seeAll: 'bekijk alle nieuwsbrieven',
  pages: 'Pagina’s',
  years: 'Schooljaren',
  feed: 'Feed',
};

const pl: ArchiveWords = {
  newsletters: 'Biuletyny',
  newslettersOf: 'Biuletyny: {school}',
  search: 'Szukaj',
  nothingYet: 'Nie ma jeszcze biuletynów.',
  nothingAbout: 'Nic o „{words}”.',
  tryOneWord: 'Proszę spróbować jednego słowa albo',
  seeAll: 'zobaczyć wszystkie biuletyny',
  pages: 'Strony',
  years: 'Lata szkolne',
  feed: 'Kanał',
};

const pt: ArchiveWords = {
  newsletters: 'Boletins',
  newslettersOf: 'Boletins de {school}',
  search: 'Procurar',
  nothingYet: 'Ainda não há boletins.',
  nothingAbout: 'Nada sobre «{words}».',
  tryOneWord: 'Experimente uma só palavra, ou',
  seeAll: 'veja todos os boletins',
  pages: 'Páginas',
  years: 'Anos letivos',
  feed: 'Feed',
};

const ar: ArchiveWords = {
  newsletters: 'النشرات',
  newslettersOf: 'نشرات {school}',
  search: 'بحث',
  nothingYet: 'لا توجد نشرات بعد.',
  nothingAbout: 'لا شيء عن «{words}».',
  tryOneWord: 'جرّبوا كلمة واحدة، أو',
  seeAll: 'تصفّحوا كل النشرات',
  pages: 'الصفحات',
  years: 'السنوات الدراسية',
  feed: 'موجز',
};

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function archiveWords(language: string): { readonly words: ArchiveWords; readonly lang: string } {
  return wordsIn<ArchiveWords>({ en, cy, gd, ga, de, es, fr, it, nl, pl, pt, ar }, language);
}
