import { wordsIn } from './words-in.ts';

/** The program's own texts in newsletters about a date, in every language that schools can choose. */

export type NoticeWords = {
  /** Used if the date has no details, because a row of an event block needs some. */
  readonly off: string;
  readonly on: string;
  readonly changed: string;
  readonly reminder: string;
  /** Shown before the date's title, in the newsletter's title and its mail's subject. */
  readonly offTitle: string;
  readonly onTitle: string;
  readonly changedTitle: string;
  /** Shown before the title of a newsletter that is sent again with corrections. */
  readonly correctionTitle: string;
};

/** A notice is recognised by these texts: when one changes, its earlier form stays in `ALL_NOTICES`. */
const WORDS = {
  en: {
    off: 'It is cancelled.',
    on: 'It is on again.',
    changed: 'Please note the change.',
    reminder: 'Please note this date.',
    offTitle: 'Cancelled:',
    onTitle: 'On again:',
    changedTitle: 'Changed:',
    correctionTitle: 'Correction:',
  },
  cy: {
    off: 'Mae wedi’i ganslo.',
    on: 'Mae ymlaen eto.',
    changed: 'Sylwch ar y newid.',
    reminder: 'Nodwch y dyddiad hwn.',
    offTitle: 'Wedi’i ganslo:',
    onTitle: 'Ymlaen eto:',
    changedTitle: 'Wedi newid:',
    correctionTitle: 'Cywiriad:',
  },
  gd: {
    off: 'Chaidh a chur dheth.',
    on: 'Tha e a’ dol air adhart a-rithist.',
    changed: 'Thoir an aire dhan atharrachadh.',
    reminder: 'Thoir an aire dhan cheann-latha seo.',
    offTitle: 'Air a chur dheth:',
    onTitle: 'A’ dol air adhart a-rithist:',
    changedTitle: 'Air atharrachadh:',
    correctionTitle: 'Ceartachadh:',
  },
  ga: {
    off: 'Tá sé curtha ar ceal.',
    on: 'Tá sé ar siúl arís.',
    changed: 'Tabhair an t-athrú faoi deara.',
    reminder: 'Tabhair an dáta seo faoi deara.',
    offTitle: 'Curtha ar ceal:',
    onTitle: 'Ar siúl arís:',
    changedTitle: 'Athraithe:',
    correctionTitle: 'Ceartúchán:',
  },
  de: {
    off: 'Der Termin fällt aus.',
    on: 'Der Termin findet doch statt.',
    changed: 'Bitte beachten Sie die Änderung.',
    reminder: 'Bitte merken Sie sich diesen Termin vor.',
    offTitle: 'Abgesagt:',
    onTitle: 'Findet doch statt:',
    changedTitle: 'Geändert:',
    correctionTitle: 'Korrektur:',
  },
  es: {
    off: 'Se ha cancelado.',
    on: 'Finalmente se celebra.',
    changed: 'Tengan en cuenta el cambio.',
    reminder: 'Anoten esta fecha.',
    offTitle: 'Cancelado:',
    onTitle: 'Finalmente se celebra:',
    changedTitle: 'Cambio:',
    correctionTitle: 'Corrección:',
  },
  fr: {
    off: 'C’est annulé.',
    on: 'Finalement, c’est maintenu.',
    changed: 'Veuillez noter le changement.',
    reminder: 'Veuillez noter cette date.',
    offTitle: 'Annulé :',
    onTitle: 'Finalement maintenu :',
    changedTitle: 'Changement :',
    correctionTitle: 'Rectificatif :',
  },
  it: {
    off: 'È annullato.',
    on: 'È di nuovo confermato.',
    changed: 'Si prega di notare la modifica.',
    reminder: 'Si prega di annotare questa data.',
    offTitle: 'Annullato:',
    onTitle: 'Di nuovo confermato:',
    changedTitle: 'Modifica:',
    correctionTitle: 'Rettifica:',
  },
  nl: {
    off: 'Het gaat niet door.',
    on: 'Het gaat toch door.',
    changed: 'Let op de wijziging.',
    reminder: 'Noteer deze datum.',
    offTitle: 'Afgelast:',
    onTitle: 'Gaat toch door:',
    changedTitle: 'Gewijzigd:',
    correctionTitle: 'Correctie:',
  },
  pl: {
    off: 'Termin został odwołany.',
    on: 'Jednak się odbędzie.',
    changed: 'Prosimy zwrócić uwagę na zmianę.',
    reminder: 'Prosimy zapamiętać ten termin.',
    offTitle: 'Odwołane:',
    onTitle: 'Jednak się odbędzie:',
    changedTitle: 'Zmiana:',
    correctionTitle: 'Sprostowanie:',
  },
  pt: {
    off: 'Foi cancelado.',
    on: 'Afinal, realiza-se.',
    changed: 'Tenha em atenção a alteração.',
    reminder: 'Anote esta data.',
    offTitle: 'Cancelado:',
    onTitle: 'Afinal realiza-se:',
    changedTitle: 'Alteração:',
    correctionTitle: 'Correção:',
  },
  ar: {
    off: 'أُلغي هذا الموعد.',
    on: 'سيُقام هذا الموعد بعد أن كان ملغى.',
    changed: 'نرجو الانتباه إلى التغيير.',
    reminder: 'نرجو تدوين هذا الموعد.',
    offTitle: 'ملغى:',
    onTitle: 'يُقام من جديد:',
    changedTitle: 'تغيير:',
    correctionTitle: 'تصحيح:',
  },
} as const satisfies Readonly<Record<string, NoticeWords>>;

/** The notices of all languages, including those that earlier versions of the program wrote. */
export const ALL_NOTICES: readonly NoticeWords[] = [
  ...Object.values(WORDS),
  { ...WORDS.en, off: 'It is called off.' },
];

/** The texts for a BCP 47 tag, and their language: English if there are none in that language. */
export function noticeWords(language: string): { readonly words: NoticeWords; readonly lang: string } {
  return wordsIn<NoticeWords>(WORDS, language);
}
