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

/** Whether two tags name the same language, whatever their regions. */
export function isSameLanguage(one: string, other: string): boolean {
  return baseOf(one) === baseOf(other);
}

function baseOf(tag: string): string {
  return tag.toLowerCase().split(/[-_]/)[0] ?? '';
}
