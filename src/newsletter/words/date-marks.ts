import { wordsIn } from './words-in.ts';

/** The marks before the title of a date, or beside its day, that are no part of the title, in every language that schools can choose. */

/** Patterns; letters are compared without regard to case. */
const MARKS = {
  en: {
    /** 'W/c', before the first day of a week. */
    weekOf: 'w/?c|week (?:commencing|beginning)',
    newDate: 'new date',
    cancelled: 'cancell?ed',
    postponed: 'postponed',
  },
  cy: {
    weekOf: 'wythnos (?:yn|gan) (?:dechrau|cychwyn|ddechrau)',
    newDate: 'dyddiad newydd',
    cancelled: "(?:wedi[’']i )?(?:ganslo|chanslo)|canslwyd",
    postponed: "(?:wedi[’']i )?(?:ohirio|gohirio)|gohiriwyd",
  },
  gd: {
    weekOf: "seachdain (?:bho|a[’'] tòiseachadh)",
    newDate: 'ceann-latha ùr',
    cancelled: 'air a chur dheth|chaidh a chur dheth',
    postponed: 'air a chur air (?:dàil|ais)',
  },
  ga: {
    weekOf: '(?:an t)?seachtain dar tosach',
    newDate: 'dáta nua',
    cancelled: '(?:curtha )?ar ceal',
    postponed: '(?:curtha )?ar athló|curtha siar',
  },
  de: {
    weekOf: 'woche (?:ab|vom|von)',
    newDate: 'neuer termin|neues datum',
    cancelled: 'abgesagt|entfällt|fällt aus',
    postponed: 'verschoben',
  },
  es: {
    weekOf: 'semana (?:del?|que (?:empieza|comienza)(?: el)?)',
    newDate: 'nueva fecha|fecha nueva',
    cancelled: '(?:cancelad|anulad|suspendid)[oa]s?',
    postponed: '(?:aplazad|pospuest)[oa]s?',
  },
  fr: {
    weekOf: 'semaine (?:du|de|à partir du)',
    newDate: 'nouvelle date',
    cancelled: 'annulée?s?',
    postponed: 'reportée?s?',
  },
  it: {
    weekOf: "settimana d[ae]l(?:l[’'])?",
    newDate: 'nuova data',
    cancelled: 'annullat[oaie]',
    postponed: '(?:rinviat|rimandat|posticipat)[oaie]',
  },
  nl: {
    weekOf: 'week (?:van|vanaf)',
    newDate: 'nieuwe datum',
    cancelled: 'afgelast|geannuleerd|gaat niet door|vervalt',
    postponed: 'uitgesteld|verplaatst',
  },
  pl: {
    weekOf: 'tydzień od',
    newDate: 'nowy termin|nowa data',
    cancelled: 'odwołan[eyao]',
    postponed: '(?:przełożon|przesunięt)[eyao]',
  },
  pt: {
    weekOf: 'semana (?:de|a partir de|que começa (?:a|em))',
    newDate: 'nova data',
    cancelled: '(?:cancelad|anulad)[oa]s?',
    postponed: 'adiad[oa]s?',
  },
  ar: {
    weekOf: 'أسبوع|الأسبوع الذي يبدأ|(?:ال)?أسبوع (?:من|ابتداءً? من|بدءًا من)',
    newDate: '(?:ال)?موعد (?:ال)?جديد',
    cancelled: 'ملغ[ىي]|ملغاة|أُ?لغي(?:ت)?',
    postponed: 'مؤجلة?|مؤجّلة?|تأجلت?|تأجّلت?',
  },
};

const marksIn = wordsIn(MARKS);

/** The marks in a language and in English, which all schools have in their lists. */
export interface DateMarks {
  /** All of a title. */
  readonly mark: RegExp;
  /** In brackets, after a title. */
  readonly after: RegExp;
  /** At the start of a line. */
  readonly cancelled: RegExp;
  readonly postponed: RegExp;
}

/** The marks for a BCP 47 tag. */
export function dateMarks(language: string): DateMarks {
  const { words } = marksIn(language);
  const either = (name: keyof typeof MARKS.en) => `${words[name]}|${MARKS.en[name]}`;
  const starts = (name: keyof typeof MARKS.en) =>
    new RegExp(`^[^\\p{L}\\p{N}]*(?:${either(name)})(?!\\p{L})`, 'iu');
  const all = (['weekOf', 'newDate', 'cancelled', 'postponed'] as const).map(either).join('|');
  return {
    after: new RegExp(`\\s*\\((?:${all})\\)$`, 'iu'),
    mark: new RegExp(`^\\(?(?:${all})\\)?$`, 'iu'),
    cancelled: starts('cancelled'),
    postponed: starts('postponed'),
  };
}
