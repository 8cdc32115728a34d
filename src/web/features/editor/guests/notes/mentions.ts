import type { Colleague } from '#contract/notes.ts';

/** The colleagues whom words name: '@Ivy Walker'. */
export function mentionsIn(text: string, colleagues: readonly Pick<Colleague, 'id' | 'name'>[]): string[] {
  // Not within an address.
  let rest = ` ${text.toLocaleLowerCase('en')}`.replace(/[\s(]/g, ' ');
  // The longest first: '@Ivy Walker' does not name Ivy W.
  return colleagues
    .toSorted((one, other) => other.name.length - one.name.length)
    .filter(({ name }) => {
      const named = ` @${name.toLocaleLowerCase('en')}`;
      const isNamed = name !== '' && rest.includes(named);
      if (isNamed) rest = rest.replaceAll(named, ' ');
      return isNamed;
    })
    .map(({ id }) => id);
}
