import { expect, it } from 'vitest';
import { codeSchema, fromCode } from './document.ts';
import { blocksOfPart, headingAfterPart, partLabel } from './parts.ts';

const heading = (name: string, text: string, wide?: true) => ({
  name,
  type: 'heading',
  value: { text },
  ...(wide && { wide }),
});
const text = (name: string) => ({ name, type: 'text', value: { html: '<p>Words</p>' } });
const documentOf = (layout: 'one_column' | 'two_columns_center', code: readonly unknown[]) =>
  fromCode(layout, codeSchema.parse(code));

it('stays in the column of its heading; a wide heading reaches into both', () => {
  const document = documentOf('two_columns_center', [
    heading('wide', 'News', true),
    { name: 'e', type: 'empty_space', value: null },
    text('left'),
    text('right'),
    heading('four', 'Year 4'),
    text('beside'),
    text('below'),
    text('last'),
  ]);
  expect(blocksOfPart(document, 'wide')).toEqual(['wide', 'left']);
  expect(blocksOfPart(document, 'four')).toEqual(['four', 'below']);
});

it('reaches from a heading to the next one; another block is a part of its own', () => {
  const document = documentOf('one_column', [
    heading('four', 'Year 4'),
    text('a'),
    text('b'),
    heading('five', 'Year 5'),
    text('c'),
  ]);
  expect(blocksOfPart(document, 'four')).toEqual(['four', 'a', 'b']);
  expect(blocksOfPart(document, 'five')).toEqual(['five', 'c']);
  expect(blocksOfPart(document, 'a')).toEqual(['a']);
  expect(blocksOfPart(document, 'gone')).toEqual([]);
  expect(headingAfterPart(document, 'four')).toBe('five');
  expect(headingAfterPart(document, 'five')).toBeNull();
});

it('is named after its heading, or by its kind and its first words', () => {
  const document = documentOf('one_column', [heading('four', ' Year  4 '), text('a')]);
  expect(partLabel(document, 'four')).toBe('Year 4');
  expect(partLabel(document, 'a')).toBe('Text “Words”');
  const two = documentOf('one_column', [text('a'), text('b')]);
  expect(partLabel(two, 'b')).toBe('Text “Words”');
  const html = '<p>Starting school is a <b>big</b> step for every child.</p>';
  const long = documentOf('one_column', [{ ...text('a'), value: { html } }]);
  expect(partLabel(long, 'a')).toBe('Text “Starting school is a big step for every…”');
  expect(partLabel(document, 'gone')).toBeNull();
  const lines = '<h2>Sports day</h2><p>Well done,</p><p>all of you!<br>We ran</p>';
  const headed = documentOf('one_column', [{ ...text('a'), value: { html: lines } }]);
  expect(partLabel(headed, 'a')).toBe('Text “Sports day · Well done, all of you! We…”');
});
