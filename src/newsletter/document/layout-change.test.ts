import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { randomCode, randomLayout, shapeOf } from '#test/newsletter-samples.ts';
import { randomFrom } from '#test/random-texts.ts';
import {
  type Block,
  fromCode,
  isAtFoot,
  isEmptySpace,
  LAYOUT_TYPES,
  type NewsletterDocument,
} from './document.ts';
import { blocksOf } from './layout.ts';
import { changeLayout } from './layout-change.ts';
import { trimColumn } from './segments.ts';

/** `H1` is a heading, `foot` a footer, `.` white space, anything else a text. */
function documentOf(shape: string): NewsletterDocument {
  const columns = shape.split('|').map((column) =>
    column
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => (name === '.' ? null : blockOf(name))),
  );
  return { ...DEFAULT_SETTINGS, layout: columns.length === 1 ? 'one_column' : 'two_columns_center', columns };
}

function blockOf(name: string): Block {
  if (name === 'foot') return { name, type: 'footer', value: { text: 'f' } };
  if (name.startsWith('H')) return { name, type: 'heading', value: { text: name } };
  return {
    name,
    type: 'text',
    value: { html: `<p>${'A line of forty letters, more or less. '.repeat(4)}</p>` },
  };
}

describe('from two columns to one', () => {
  it.each([
    ['H1 a | H2 b', 'H1 a H2 b'],
    ['a . c | b', 'a c b'],
    ['a foot | b', 'a b foot'],
    ['| b', 'b'],
  ])('stacks %j as on a phone: %j', (before, after) => {
    expect(shapeOf(changeLayout(documentOf(before), 'one_column'))).toBe(after);
  });
});

describe('from one column to two', () => {
  it.each([
    ['a b c d', 'a b | c d'],
    ['a', 'a | '],
    ['H1 a', 'H1 a | '],
    ['H1 a b H2 c d', 'H1 a b | H2 c d'],
    ['H1 a b c H2 d', 'H1 a b | c H2 d'],
    ['H1 a b H2 c', 'H1 a b | H2 c'],
    ['H1 H2 H3 H4', 'H1 H2 | H3 H4'],
    ['a b foot', 'a | b foot'],
    ['a . b', 'a | b'],
    ['', ' | '],
  ])('splits %j into balanced columns: %j', (before, after) => {
    expect(shapeOf(changeLayout(documentOf(before), 'two_columns_center'))).toBe(after);
  });
  it('gives the wider column the larger part', () => {
    const document = documentOf('a b c d e f g h i j');
    expect(shapeOf(changeLayout(document, 'two_columns_left'))).toBe('a b c d e f | g h i j');
    expect(shapeOf(changeLayout(document, 'two_columns_right'))).toBe('a b c d | e f g h i j');
  });
});

it('moves nothing if the number of columns stays the same', () => {
  const before = documentOf('a . c | b');
  const after = changeLayout(before, 'two_columns_right');
  expect(after).toEqual({ ...before, layout: 'two_columns_right' });
  expect(changeLayout(before, 'two_columns_center')).toEqual(before);
});

it('keeps all blocks unchanged and in reading order', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomFrom(seed);
    let document = fromCode(randomLayout(random), randomCode(random, 14));
    for (const layout of [randomLayout(random), randomLayout(random), randomLayout(random)]) {
      const frozen = JSON.stringify(document);
      const after = changeLayout(document, layout);
      expect(JSON.stringify(document)).toBe(frozen);
      expect(after.layout).toBe(layout);
      expect(after.columns).toHaveLength(layout === 'one_column' ? 1 : 2);
      expect(after.columns).toEqual(after.columns.map(trimColumn));
      expect(inReadingOrder(after), `seed ${seed}`).toEqual(inReadingOrder(document));
      document = after;
    }
  }
});

it('restores the same single column from any other layout', () => {
  for (let seed = 1; seed <= 80; seed += 1) {
    const random = randomFrom(seed);
    const code = randomCode(random, 14).filter((block) => !isEmptySpace(block));
    const one = changeLayout(fromCode('two_columns_left', code), 'one_column');
    for (const layout of LAYOUT_TYPES)
      expect(changeLayout(changeLayout(one, layout), 'one_column')).toEqual(one);
  }
});

// Footers come last, whichever column they are stored in.
function inReadingOrder(document: NewsletterDocument): Block[] {
  const blocks = blocksOf(document);
  return [...blocks.filter((block) => !isAtFoot(block)), ...blocks.filter(isAtFoot)];
}
