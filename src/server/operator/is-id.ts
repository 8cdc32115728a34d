const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a word is an id. */
export function isId(word: string): boolean {
  return UUID.test(word);
}
