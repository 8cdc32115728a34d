/** The languages that a passage can be marked with (BCP 47): those of newsletters, and of families in their schools. */
export const PASSAGE_LANGUAGES = [
  ...[
    'ar',
    'bg',
    'bn',
    'cs',
    'cy',
    'da',
    'de',
    'el',
    'en',
    'es',
    'fa',
    'fr',
    'ga',
    'gd',
    'gu',
    'he',
    'hi',
    'hu',
  ],
  ...[
    'it',
    'ja',
    'ko',
    'ku',
    'la',
    'lt',
    'lv',
    'ml',
    'ne',
    'nl',
    'no',
    'pa',
    'pl',
    'ps',
    'pt',
    'ro',
    'ru',
    'sk',
  ],
  ...['so', 'sq', 'sv', 'sw', 'ta', 'te', 'ti', 'tl', 'tr', 'uk', 'ur', 'vi', 'yo', 'zh'],
] as const;
const OFFERED: ReadonlySet<string> = new Set(PASSAGE_LANGUAGES);

/** The offered language of a tag, without its region: 'pl' for 'pl-PL'; null if it is not offered. */
export function passageLanguage(tag: string): string | null {
  const language = /^[a-z]{2,3}(?![^-_])/i.exec(tag.trim())?.[0].toLowerCase();
  return language !== undefined && OFFERED.has(language) ? language : null;
}

/** Whether two tags have the same language, regardless of region. */
export function isSameLanguage(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other);
}

/** The letters of languages that are written with several scripts. */
const MIXED: Readonly<Record<string, string>> = {
  Jpan: '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}',
  Kore: '\\p{sc=Hangul}\\p{sc=Han}',
  Hans: '\\p{sc=Han}',
};

/**
 * Whether words may be in a language, judged by their script: LibreOffice marks all Arabic as Hindi. Latin letters pass
 * for languages of other scripts, too, as many are also written in them.
 */
export function isWrittenIn(language: string, words: string): boolean {
  const { script = 'Latn' } = new Intl.Locale(language).maximize();
  const letters = words.match(/\p{L}/gu)?.join('') ?? '';
  const own = new RegExp(`[${MIXED[script] ?? `\\p{sc=${script}}`}]`, 'u');
  return letters === '' || own.test(letters) || (script !== 'Latn' && /^\p{sc=Latn}+$/u.test(letters));
}

function baseOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? '';
}
