import { wordsIn } from './words-in.ts';

/** What the ready texts about a published newsletter say, in every language that schools can choose. */

export type ShareWords = {
  /** The newsletter is there to read; with its title, and of the school without one. */
  readonly isOut: (title: string) => string;
  readonly oursIsOut: string;
  /** A title within a sentence. */
  readonly quoted: (title: string) => string;
  /** Before the address, for people who do not know it. */
  readonly readHere: string;
  readonly readNewsletter: string;
};

const WORDS = {
  en: {
    isOut: (title) => `${title} is out.`,
    oursIsOut: 'Our newsletter is out.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Read it here, no sign-in needed:',
    readNewsletter: 'Read the newsletter:',
  },
  cy: {
    isOut: (title) => `Mae ${title} ar gael nawr.`,
    oursIsOut: 'Mae ein cylchlythyr ar gael nawr.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Darllenwch ef yma, heb fewngofnodi:',
    readNewsletter: 'Darllenwch y cylchlythyr:',
  },
  gd: {
    isOut: (title) => `Tha ${title} ri fhaighinn a-nis.`,
    oursIsOut: 'Tha a’ chuairt-litir againn ri fhaighinn a-nis.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Leugh e an-seo, gun chlàradh a-steach:',
    readNewsletter: 'Leugh a’ chuairt-litir:',
  },
  ga: {
    isOut: (title) => `Tá ${title} ar fáil anois.`,
    oursIsOut: 'Tá ár nuachtlitir ar fáil anois.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Léigh anseo í, gan logáil isteach:',
    readNewsletter: 'Léigh an nuachtlitir:',
  },
  de: {
    isOut: (title) => `${title} ist da.`,
    oursIsOut: 'Unser Newsletter ist da.',
    quoted: (title) => `„${title}“`,
    readHere: 'Hier lesen, ohne Anmeldung:',
    readNewsletter: 'Den Newsletter lesen:',
  },
  es: {
    isOut: (title) => `Ya está disponible ${title}.`,
    oursIsOut: 'Ya está disponible nuestro boletín.',
    quoted: (title) => `«${title}»`,
    readHere: 'Leer aquí, sin iniciar sesión:',
    readNewsletter: 'Leer el boletín:',
  },
  fr: {
    isOut: (title) => `${title} vient de paraître.`,
    oursIsOut: 'Notre lettre vient de paraître.',
    quoted: (title) => `« ${title} »`,
    readHere: 'À lire ici, sans connexion :',
    readNewsletter: 'Lire la lettre :',
  },
  it: {
    isOut: (title) => `È disponibile ${title}.`,
    oursIsOut: 'È disponibile la nostra newsletter.',
    quoted: (title) => `«${title}»`,
    readHere: 'Leggi qui, senza accedere:',
    readNewsletter: 'Leggi la newsletter:',
  },
  nl: {
    isOut: (title) => `${title} is uit.`,
    oursIsOut: 'Onze nieuwsbrief is uit.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Lees hier, zonder in te loggen:',
    readNewsletter: 'Lees de nieuwsbrief:',
  },
  pl: {
    isOut: (title) => `Nowy biuletyn: ${title}.`,
    oursIsOut: 'Jest już nasz nowy biuletyn.',
    quoted: (title) => `„${title}”`,
    readHere: 'Czytaj tutaj, bez logowania:',
    readNewsletter: 'Czytaj biuletyn:',
  },
  pt: {
    isOut: (title) => `Já saiu ${title}.`,
    oursIsOut: 'Já saiu o nosso boletim.',
    quoted: (title) => `«${title}»`,
    readHere: 'Ler aqui, sem iniciar sessão:',
    readNewsletter: 'Ler o boletim:',
  },
  ar: {
    isOut: (title) => `صدر العدد ${title}.`,
    oursIsOut: 'صدرت نشرتنا الجديدة.',
    quoted: (title) => `«${title}»`,
    readHere: 'اقرؤوها هنا دون تسجيل الدخول:',
    readNewsletter: 'قراءة النشرة:',
  },
} as const satisfies Readonly<Record<string, ShareWords>>;

/** The words for a BCP 47 tag, and the language that they are in: English where there are no others. */
export function shareWords(language: string): { readonly words: ShareWords; readonly lang: string } {
  return wordsIn<ShareWords>(WORDS, language);
}
