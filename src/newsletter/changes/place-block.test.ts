import { describe, expect, it } from 'vitest';
import type { Block, NewsletterDocument } from '#newsletter/document/document.ts';
import { textsOf } from '#newsletter/document/traits.ts';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { withRemoved, withRestored } from './place-block.ts';

const heading = (name: string, text = name): Block => ({ name, type: 'heading', value: { text } });
const wide = (name: string): Block => ({ ...heading(name), wide: true });
function documentOf(...columns: (Block | null)[][]): NewsletterDocument {
  const layout = columns.length === 1 ? 'one_column' : 'two_columns_center';
  return { ...DEFAULT_SETTINGS, layout, columns };
}
const [a, b, c, d] = [heading('a'), heading('b'), heading('c'), heading('d')];
const wordsOf = (block: Block | null) => (block === null ? '-' : textsOf(block)[0]?.text);
const shown = ({ columns }: NewsletterDocument) => columns.map((column) => column.map(wordsOf).join(' '));

describe('removed blocks', () => {
  it.each([
    ['between those that stay', documentOf([a, b, c]), documentOf([a, c]), ['a b c']],
    ['at the start and the end', documentOf([a, b, c]), documentOf([b]), ['a b c']],
    ['one below the other', documentOf([a, b, c, d]), documentOf([a, d]), ['a b c d']],
    ['in an empty newsletter', documentOf([a, b], [c]), documentOf([], []), ['a b', 'c']],
    ['beside what moved away', documentOf([a, b], [c]), documentOf([], [c, a]), ['b', 'c a']],
    ['in another layout', documentOf([a, b], [c]), documentOf([a, c]), ['a b c']],
    ['around a wide block', documentOf([a, wide('w'), b], [c]), documentOf([a, b], [c]), ['a w b', 'c']],
  ])('stand %s', (_where, before, after, wanted) => {
    expect(shown(withRemoved(before, after))).toEqual(wanted);
  });
});

describe('a restored block', () => {
  const before = documentOf([a, b], [c]);
  it('gets its words back at its place', () => {
    const after = documentOf([d, heading('a', 'A'), b], [c]);
    expect(shown(withRestored(before, after, 'a'))).toEqual(['d a b', 'c']);
  });
  it('comes back to its former place', () => {
    expect(shown(withRestored(before, documentOf([a], [c]), 'b'))).toEqual(['a b', 'c']);
    expect(shown(withRestored(before, documentOf([b], [c, heading('a', 'A')]), 'a'))).toEqual(['a b', 'c']);
  });
  it('keeps its name', () => {
    expect(withRestored(before, documentOf([a], [c]), 'b').columns[0]?.[1]?.name).toBe('b');
  });
  it('changes nothing if the earlier document lacks it', () => {
    const after = documentOf([d], []);
    expect(withRestored(before, after, 'd')).toBe(after);
  });
});
