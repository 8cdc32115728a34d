import { type WordsOf, wordsIn } from './words-in.ts';

/** A notice is recognised by these texts: when one changes, its earlier form stays in `ALL_NOTICES`. */
const NOTICES = {
  en: {
    /** Used if the date has no details, because a row of an event block needs some. */
    off: 'It is cancelled.',
    on: 'It is on again.',
    changed: 'Please note the change.',
    reminder: 'Please note this date.',
    /** Shown before the date's title, in the newsletter's title and its mail's subject. */
    offTitle: 'Cancelled:',
    onTitle: 'On again:',
    changedTitle: 'Changed:',
    /** Shown before the title of a newsletter that is sent again with corrections. */
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
};

/**
 * Families see these in newsletters that announce, move or cancel a date, and before a corrected one's title.
 * In every language that schools can choose.
 */
export const noticeWords = wordsIn(NOTICES);

export type NoticeWords = WordsOf<typeof noticeWords>;

/** The notices of all languages, and the ones that earlier versions of the program wrote. */
export const ALL_NOTICES: readonly NoticeWords[] = [
  ...Object.values(NOTICES),
  { ...NOTICES.en, off: 'It is called off.' },
];
