/** The texts in the language of a BCP 47 tag, and their language: English if there are none in that language. */
export function wordsIn<Words>(
  byLanguage: { readonly en: Words } & Readonly<Record<string, Words>>,
  language: string,
): { readonly words: Words; readonly lang: string } {
  const lang = language.toLowerCase().split('-')[0] ?? '';
  const words = Object.hasOwn(byLanguage, lang) ? byLanguage[lang] : undefined;
  return words === undefined ? { words: byLanguage.en, lang: 'en' } : { words, lang };
}
