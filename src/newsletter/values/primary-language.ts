/** The primary language of a BCP 47 tag, in small letters: 'pt-BR' is in `pt`. */
export function primaryLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
