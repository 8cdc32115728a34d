/** Somebody else's words, one line, as the end of a sentence of ours, which sets the full stop. */
export function withoutFullStop(text: string): string {
  return text.trimEnd().replace(/\.+$/, '');
}
