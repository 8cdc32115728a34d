import type { Colleague } from '#contract/notes.ts';

/** An @ at the beginning of a word, as in '@Ivy' and '(@Ivy', not as in an address. */
const NAMED = /(?<=^|[\s(])@(\p{L}[\p{L}\p{M}'’-]*)/gu;

/**
 * A warning if words name somebody with @ who is not among `people`, so that nobody waits for an answer from a person who got
 * no mail; null if all are known. `typed`: the offset of the caret, as the name before it may be unfinished.
 */
export function unknownName(
  words: string,
  people: readonly Pick<Colleague, 'name'>[],
  typed: number | null,
): string | null {
  const isCalled = (rest: string, { name }: Pick<Colleague, 'name'>) =>
    name !== '' && rest.toLocaleLowerCase('en').startsWith(name.toLocaleLowerCase('en'));
  for (const { index, 0: named, 1: word = '' } of words.matchAll(NAMED)) {
    const rest = words.slice(index + 1);
    if (people.some((person) => isCalled(rest, person)) || index + named.length === typed) continue;
    const [meant, ...others] = people.filter(({ name }) => isBegunBy(name, word));
    if (meant === undefined) return `No colleague here is called “${word}”. Nobody gets a mail of it.`;
    const whole = [meant, ...others].map(({ name }) => `@${name}`).join(' or ');
    return `“@${word}” reaches nobody. Please write the whole name: ${whole}.`;
  }
  return null;
}

// Matches the beginning of any word of the name.
function isBegunBy(name: string, word: string): boolean {
  return ` ${name}`.toLocaleLowerCase('en').includes(` ${word.toLocaleLowerCase('en')}`);
}
