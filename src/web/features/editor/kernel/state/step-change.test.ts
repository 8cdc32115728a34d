import { describe, expect, it } from 'vitest';
import { codeSchema, fromCode, type NewsletterDocument } from '#newsletter/document/document.ts';
import { stepChange } from './step-change.ts';

const heading = (name: string, text = name) => ({ name, type: 'heading', value: { text } });
const parsed = (names: string) => codeSchema.parse([...names].map((name) => heading(name)));
const BLOCKS = new Map(parsed('abcd').map((block) => [block.name, block]));

// Documents share their blocks as the same objects, as in the editor.
function documentOf(
  names: string,
  layout: 'one_column' | 'two_columns_center' = 'one_column',
): NewsletterDocument {
  return fromCode(
    layout,
    parsed(names).map((block) => BLOCKS.get(block.name) ?? block),
  );
}

describe('what a step has changed', () => {
  it.each([
    ['a block that it brings', 'abxcd', { block: 'x', isRemoved: false, shown: 'x' }],
    [
      'a block that it takes away, and the one in its place',
      'acd',
      { block: 'b', isRemoved: true, shown: 'c' },
    ],
    [
      'the last block that it takes away, and the one before',
      'abc',
      { block: 'd', isRemoved: true, shown: 'c' },
    ],
    ['all that there was', '', { block: 'a', isRemoved: true, shown: null }],
    ['a block that it moves down', 'acdb', { block: 'b', isRemoved: false, shown: 'b' }],
    ['a block that it moves up', 'dabc', { block: 'd', isRemoved: false, shown: 'd' }],
    ['nothing', 'abcd', null],
  ])('is %s', (_, names, change) => {
    expect(stepChange(documentOf('abcd'), documentOf(names))).toEqual(change);
  });

  it('is the focused one of two that change places', () => {
    const [before, after] = [documentOf('abcd'), documentOf('acbd')];
    expect(stepChange(before, after)?.block).toBe('b');
    expect(stepChange(before, after, 'c')?.block).toBe('c');
    expect(stepChange(before, after, 'a')?.block).toBe('b');
  });

  it('is a block with other words', () => {
    const other = fromCode('one_column', codeSchema.parse([heading('a', 'Other')]));
    expect(stepChange(documentOf('a'), other)).toEqual({ block: 'a', isRemoved: false, shown: 'a' });
  });

  it('shows the column of a block that is gone', () => {
    // In reading order, the next one is the first of the other column.
    const [before, after] = [
      documentOf('abxc', 'two_columns_center'),
      documentOf('ab', 'two_columns_center'),
    ];
    expect(stepChange(before, after)).toEqual({ block: 'x', isRemoved: true, shown: 'a' });
  });
});
