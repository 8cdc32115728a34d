const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** 'Amina, Ivy and Sam' */
export function listWithAnd(words: Iterable<string>): string {
  return AND.format(words);
}

/** 'Amina, Ivy or Sam' */
export function listWithOr(words: Iterable<string>): string {
  return OR.format(words);
}
