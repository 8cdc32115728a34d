import { wordsIn } from './words-in.ts';

/** The texts for sharing a published newsletter, on pages and ready to copy, in every language that schools can choose. */

export type ShareWords = {
  /** The announcement of the newsletter, with its title or without. */
  readonly isOut: (title: string) => string;
  readonly oursIsOut: string;
  /** A title within a sentence. */
  readonly quoted: (title: string) => string;
  /** Shown before the address, for people who do not know it. */
  readonly readHere: string;
  readonly readNewsletter: string;
  /** Shown on a page for groups, which is not secret. */
  readonly forGroups: string;
  readonly shareThis: string;
  readonly readOnline: string;
};

const WORDS = {
  en: {
    isOut: (title) => `${title} is out.`,
    oursIsOut: 'Our newsletter is out.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Read it here, no sign-in needed:',
    readNewsletter: 'Read the newsletter:',
    forGroups: 'This page is for some groups. Whoever has its address can read it.',
    shareThis: 'Share this newsletter:',
    readOnline: 'Read it online:',
  },
  cy: {
    isOut: (title) => `Mae ${title} ar gael nawr.`,
    oursIsOut: 'Mae ein cylchlythyr ar gael nawr.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Darllenwch ef yma, heb fewngofnodi:',
    readNewsletter: 'Darllenwch y cylchlythyr:',
    forGroups: 'Mae’r dudalen hon ar gyfer rhai grwpiau. Gall unrhyw un sydd â’i chyfeiriad ei darllen.',
    shareThis: 'Rhannwch y cylchlythyr hwn:',
    readOnline: 'Darllenwch ef ar-lein:',
  },
  gd: {
    isOut: (title) => `Tha ${title} ri fhaighinn a-nis.`,
    oursIsOut: 'Tha a’ chuairt-litir againn ri fhaighinn a-nis.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Leugh e an-seo, gun chlàradh a-steach:',
    readNewsletter: 'Leugh a’ chuairt-litir:',
    forGroups:
      'Tha an duilleag seo airson cuid de bhuidhnean. ’S urrainn do dhuine sam bith aig a bheil an seòladh a leughadh.',
    shareThis: 'Co-roinn a’ chuairt-litir seo:',
    readOnline: 'Leugh e air loidhne:',
  },
  ga: {
    isOut: (title) => `Tá ${title} ar fáil anois.`,
    oursIsOut: 'Tá ár nuachtlitir ar fáil anois.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Léigh anseo í, gan logáil isteach:',
    readNewsletter: 'Léigh an nuachtlitir:',
    forGroups:
      'Tá an leathanach seo do ghrúpaí áirithe. Is féidir le duine ar bith a bhfuil a sheoladh aige é a léamh.',
    shareThis: 'Comhroinn an nuachtlitir seo:',
    readOnline: 'Léigh ar líne í:',
  },
  de: {
    isOut: (title) => `${title} ist da.`,
    oursIsOut: 'Unser Newsletter ist da.',
    quoted: (title) => `„${title}“`,
    readHere: 'Hier lesen, ohne Anmeldung:',
    readNewsletter: 'Den Newsletter lesen:',
    forGroups: 'Diese Seite ist für einzelne Gruppen. Wer ihre Adresse hat, kann sie lesen.',
    shareThis: 'Diesen Newsletter teilen:',
    readOnline: 'Online lesen:',
  },
  es: {
    isOut: (title) => `Ya está disponible ${title}.`,
    oursIsOut: 'Ya está disponible nuestro boletín.',
    quoted: (title) => `«${title}»`,
    readHere: 'Leer aquí, sin iniciar sesión:',
    readNewsletter: 'Leer el boletín:',
    forGroups: 'Esta página es para algunos grupos. Quien tenga su dirección puede leerla.',
    shareThis: 'Compartir este boletín:',
    readOnline: 'Leer en línea:',
  },
  fr: {
    isOut: (title) => `${title} vient de paraître.`,
    oursIsOut: 'Notre lettre vient de paraître.',
    quoted: (title) => `« ${title} »`,
    readHere: 'À lire ici, sans connexion :',
    readNewsletter: 'Lire la lettre :',
    forGroups: 'Cette page est destinée à certains groupes. Toute personne qui a son adresse peut la lire.',
    shareThis: 'Partager cette lettre :',
    readOnline: 'Lire en ligne :',
  },
  it: {
    isOut: (title) => `È disponibile ${title}.`,
    oursIsOut: 'È disponibile la nostra newsletter.',
    quoted: (title) => `«${title}»`,
    readHere: 'Leggi qui, senza accedere:',
    readNewsletter: 'Leggi la newsletter:',
    forGroups: 'Questa pagina è per alcuni gruppi. Chi ha il suo indirizzo può leggerla.',
    shareThis: 'Condividi questa newsletter:',
    readOnline: 'Leggi online:',
  },
  nl: {
    isOut: (title) => `${title} is uit.`,
    oursIsOut: 'Onze nieuwsbrief is uit.',
    quoted: (title) => `‘${title}’`,
    readHere: 'Lees hier, zonder in te loggen:',
    readNewsletter: 'Lees de nieuwsbrief:',
    forGroups: 'Deze pagina is voor bepaalde groepen. Wie het adres heeft, kan haar lezen.',
    shareThis: 'Deel deze nieuwsbrief:',
    readOnline: 'Lees online:',
  },
  pl: {
    isOut: (title) => `Nowy biuletyn: ${title}.`,
    oursIsOut: 'Jest już nasz nowy biuletyn.',
    quoted: (title) => `„${title}”`,
    readHere: 'Czytaj tutaj, bez logowania:',
    readNewsletter: 'Czytaj biuletyn:',
    forGroups: 'Ta strona jest dla niektórych grup. Każdy, kto ma jej adres, może ją przeczytać.',
    shareThis: 'Udostępnij ten biuletyn:',
    readOnline: 'Czytaj w internecie:',
  },
  pt: {
    isOut: (title) => `Já saiu ${title}.`,
    oursIsOut: 'Já saiu o nosso boletim.',
    quoted: (title) => `«${title}»`,
    readHere: 'Ler aqui, sem iniciar sessão:',
    readNewsletter: 'Ler o boletim:',
    forGroups: 'Esta página é para alguns grupos. Quem tiver o endereço pode lê-la.',
    shareThis: 'Partilhar este boletim:',
    readOnline: 'Ler online:',
  },
  ar: {
    isOut: (title) => `صدر العدد ${title}.`,
    oursIsOut: 'صدرت نشرتنا الجديدة.',
    quoted: (title) => `«${title}»`,
    readHere: 'اقرؤوها هنا دون تسجيل الدخول:',
    readNewsletter: 'قراءة النشرة:',
    forGroups: 'هذه الصفحة لبعض المجموعات. يمكن لكل من لديه عنوانها أن يقرأها.',
    shareThis: 'شاركوا هذه النشرة:',
    readOnline: 'اقرؤوها على الإنترنت:',
  },
} as const satisfies Readonly<Record<string, ShareWords>>;

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function shareWords(language: string): { readonly words: ShareWords; readonly lang: string } {
  return wordsIn<ShareWords>(WORDS, language);
}
