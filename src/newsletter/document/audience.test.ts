import { describe, expect, it } from 'vitest';
import { changesBetween } from '#newsletter/changes/changes.ts';
import { mergeNewsletters } from '#newsletter/merge/merge-newsletters.ts';
import { documentFor, setAudience } from './arrange.ts';
import { AUDIENCE_GROUPS_MAX } from './block.ts';
import { codeSchema, fromCode, type NewsletterDocument, toCode } from './document.ts';
import { blocksOf } from './layout.ts';

const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const [four, five, choir] = [id(4), id(5), id(7)];
const text = (name: string, rest: object = {}) => ({
  name,
  type: 'text',
  value: { html: `<p>${name}</p>` },
  ...rest,
});
const documentOf = (code: readonly unknown[], layout: 'one_column' | 'two_columns_center' = 'one_column') =>
  fromCode(layout, codeSchema.parse(code));
const namesIn = (document: NewsletterDocument) => blocksOf(document).map(({ name }) => name);
const audienceOf = (document: NewsletterDocument) => blocksOf(document)[0]?.audience;

it('is stored in order, each group once, and limited in all blocks together', () => {
  expect(codeSchema.parse([text('a', { audience: [choir, four, four] })])[0]).toMatchObject({
    audience: [four, choir],
  });
  expect(codeSchema.safeParse([text('a', { audience: ['Year 4'] })]).success).toBe(false);
  const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => id(from + at));
  const half = AUDIENCE_GROUPS_MAX / 2;
  const two = (count: number) => [
    text('a', { audience: many(100, half) }),
    text('b', { audience: many(200, count) }),
  ];
  expect(codeSchema.safeParse(two(half)).success).toBe(true);
  expect(codeSchema.safeParse(two(half + 1)).success).toBe(false);
});

it('leaves out the blocks of other groups, and closes the gaps', () => {
  const document = documentOf(
    [
      text('a'),
      text('b', { audience: [four] }),
      text('wide', { audience: [choir], wide: true }),
      { name: 'gap', type: 'empty_space', value: null },
      text('c', { audience: [] }),
      text('d', { audience: [four, choir] }),
    ],
    'two_columns_center',
  );
  expect(namesIn(documentFor(document, new Set()))).toEqual(['a']);
  expect(namesIn(documentFor(document, new Set([four])))).toEqual(['a', 'b', 'd']);
  expect(namesIn(documentFor(document, new Set([choir])))).toEqual(['a', 'wide', 'd']);
  expect(toCode(documentFor(document, new Set())).length).toBe(1);
});

describe('merging', () => {
  const merged = (base: string[] | undefined, theirs: string[] | undefined, mine: string[] | undefined) => {
    const version = (audience: string[] | undefined) => ({
      title: 'News',
      document: setAudience(documentOf([text('a')]), 'a', audience),
    });
    const result = mergeNewsletters({ base: version(base), theirs: version(theirs), mine: version(mine) });
    expect(result.conflicts).toEqual([]);
    return audienceOf(result.merged.document);
  };

  it('takes what one side has changed, and all groups that both have added', () => {
    expect(merged(undefined, [four], undefined)).toEqual([four]);
    expect(merged([four], [four], undefined)).toBeUndefined();
    expect(merged(undefined, [four], [choir])).toEqual([four, choir]);
    expect(merged([four, five], [four], [four, five, choir])).toEqual([four, choir]);
  });

  it('is never for everyone because of one side', () => {
    expect(merged([four], undefined, [choir])).toEqual([choir]);
    expect(merged([four], [choir], undefined)).toEqual([choir]);
  });
});

it('says in words that others see it', () => {
  const [before, after] = [undefined, [four]].map((audience) => ({
    title: 'News',
    document: setAudience(documentOf([text('a')]), 'a', audience),
  }));
  if (before === undefined || after === undefined) throw new Error('Two versions');
  expect(changesBetween(before, after)).toMatchObject([{ kind: 'changed', words: 'Text “a”: who sees it' }]);
});
