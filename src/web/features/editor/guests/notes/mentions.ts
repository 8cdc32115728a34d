import type { Colleague } from '#contract/notes.ts';

/** The colleagues that words mention: '@Ivy Walker'. */
export function mentionsIn(text: string, colleagues: readonly Pick<Colleague, 'id' | 'name'>[]): string[] {
  // An @ within a mail address does not count.
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
