import { primaryLanguage } from '#newsletter/values/primary-language.ts';

/**
 * Makes the reader of an area's words. For a BCP 47 tag it returns the words and the language that they are in: English where there
 * are no others. `{name}` in a sentence is filled in by `fill`, or in markup by `filled`.
 */
export function wordsIn<Key extends string>(
  byLanguage: { readonly en: Sentences<Key> } & Readonly<Record<string, Sentences<NoInfer<Key>>>>,
): (language: string) => { readonly words: Sentences<Key>; readonly lang: string } {
  return (language) => {
    const lang = primaryLanguage(language);
    const words = Object.hasOwn(byLanguage, lang) ? byLanguage[lang] : undefined;
    return words === undefined ? { words: byLanguage.en, lang: 'en' } : { words, lang };
  };
}

type Sentences<Key extends string> = Readonly<Record<Key, string>>;

/** The words that a reader returns. */
export type WordsOf<Reader extends (language: string) => { readonly words: unknown }> =
  ReturnType<Reader>['words'];

/** Fills in the `{name}`s of a sentence. */
export function fill(sentence: string, given: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole);
}
