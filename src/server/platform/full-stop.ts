/** Removes the full stop of a quoted text that ends one of our sentences. */
export function withoutFullStop(text: string): string {
  return text.trimEnd().replace(/\.+$/, '');
}
