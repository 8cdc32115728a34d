const UNDERLINE_MAX = 60;

/** A heading in plain text: a line of `mark` below it. */
export function underlined(text: string, mark: '=' | '-'): string {
  return `${text}\n${mark.repeat(Math.min(text.length, UNDERLINE_MAX))}`;
}
