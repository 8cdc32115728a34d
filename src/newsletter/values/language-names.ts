const IN_ENGLISH = new Intl.DisplayNames('en-GB', { type: 'language' });

/** A language's name in English: 'Polish'; a tag without one unchanged. */
export function languageName(tag: string): string {
  return IN_ENGLISH.of(tag) ?? tag;
}

/** A language's name in itself, as it writes it within a sentence: 'polski'. */
export function ownLanguageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
