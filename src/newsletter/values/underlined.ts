const UNDERLINE_MAX = 60;

/** A heading in plain text, underlined with a line of `mark`. */
export function underlined(text: string, mark: '=' | '-'): string {
  const longest = Math.max(...text.split('\n').map((line) => line.length));
  return `${text}\n${mark.repeat(Math.min(longest, UNDERLINE_MAX))}`;
}
