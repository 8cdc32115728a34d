import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { randomCode, randomLayout, shapeOf } from '#test/newsletter-samples.ts';
import { pick, randomFrom } from '#test/random-texts.ts';
import { addBlock, duplicateBlock, removeBlock, replaceBlock, setWide } from './arrange.ts';
import { type Block, fromCode, LAYOUT_TYPES, type NewsletterDocument, toCode } from './document.ts';
import { blocksOf, COLUMN_PERCENTS, contentWidths, findBlock, positionOf, splitFooters } from './layout.ts';
import { changeLayout } from './layout-change.ts';
import { moveBlock, moveDown, moveToOtherColumn, moveUp } from './move.ts';
import { trimColumn } from './segments.ts';

const heading = (name: string): Block => ({ name, type: 'heading', value: { text: name } });
const footer: Block = { name: 'foot', type: 'footer', value: { text: 'f' } };

/** 'a . b | c' as a document. */
function documentOf(shape: string): NewsletterDocument {
  const columns = shape.split('|').map((column) =>
    column
      .trim()
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => (name === '.' ? null : name === 'foot' ? footer : heading(name))),
  );
  return { ...DEFAULT_SETTINGS, layout: columns.length === 1 ? 'one_column' : 'two_columns_center', columns };
}

describe('adding', () => {
  it('alternates in two columns, left first', () => {
    let document = documentOf('|');
    const shapes = ['a', 'b', 'c', 'd'].map((name) => {
      document = addBlock(document, heading(name));
      return shapeOf(document);
    });
    expect(shapes).toEqual(['a | ', 'a | b', 'a c | b', 'a c | b d']);
  });
  it.each([
    ['a b', undefined, 'a b x'],
    ['a b |', undefined, 'a b | x'],
    ['a foot | b', undefined, 'a x foot | b'],
    ['a b', { column: 0, slot: 1 }, 'a x b'],
    ['a . b', { column: 0, slot: 1 }, 'a x b'],
    ['a', { column: 0, slot: 3 }, 'a . . x'],
    ['a | b', { column: 1, slot: 0 }, 'a | x b'],
    ['a foot', { column: 0, slot: 2 }, 'a x foot'],
  ])('to %j at %j gives %j', (before, place, after) => {
    expect(shapeOf(addBlock(documentOf(before), heading('x'), place))).toBe(after);
  });
});

describe('moving', () => {
  it.each([
    ['a b c', 'a', { column: 0, slot: 2 }, 'b c a'],
    ['a b c', 'c', { column: 0, slot: 0 }, 'c a b'],
    ['a b c', 'b', { column: 0, slot: 1 }, 'a b c'],
    ['a b . c', 'a', { column: 0, slot: 2 }, 'b a c'],
    ['a . b', 'b', { column: 0, slot: 1 }, 'a b'],
    ['a b', 'a', { column: 0, slot: 5 }, 'b . . . a'],
    ['a b | c d', 'a', { column: 1, slot: 1 }, 'b | c a d'],
    ['a b | c', 'a', { column: 1, slot: 1 }, 'b | c a'],
    ['a | . c', 'a', { column: 1, slot: 0 }, ' | a c'],
    ['a b', 'a', { column: 1, slot: 0 }, 'a b'],
    ['a b', 'z', { column: 0, slot: 0 }, 'a b'],
    ['a b foot', 'a', { column: 0, slot: 2 }, 'b a foot'],
  ])('in %j of %s to %j gives %j', (before, name, to, after) => {
    expect(shapeOf(moveBlock(documentOf(before), name, to))).toBe(after);
  });
  it.each([
    ['a b c', 'b', 'b a c', 'a c b'],
    ['a b', 'a', 'a b', 'b a'],
    ['a b', 'b', 'b a', 'a b'],
    ['a . b', 'b', 'a b', 'a . b'],
    ['a . b', 'a', 'a . b', '. a b'],
    ['a foot', 'a', 'a foot', 'a foot'],
    ['a foot', 'foot', 'a foot', 'a foot'],
  ])('up and down in %j of %s gives %j and %j', (before, name, up, down) => {
    expect(shapeOf(moveUp(documentOf(before), name))).toBe(up);
    expect(shapeOf(moveDown(documentOf(before), name))).toBe(down);
  });
  it.each([
    ['a b | c d', 'b', 'a | c b d'],
    ['a | b c', 'c', 'a c | b'],
    ['a b c |', 'c', 'a b | c'],
    ['a | b', 'b', 'a b | '],
    ['a foot | b', 'b', 'a b foot | '],
    ['a b | c d', 'c', 'c a b | d'],
    ['a b', 'b', 'a b'],
  ])('to the other column in %j of %s gives %j', (before, name, after) => {
    expect(shapeOf(moveToOtherColumn(documentOf(before), name))).toBe(after);
  });
});

describe('other actions', () => {
  it('duplicates a block right below it', () => {
    expect(shapeOf(duplicateBlock(documentOf('a b'), 'a', 'a2'))).toBe('a a2 b');
    expect(findBlock(duplicateBlock(documentOf('a b'), 'a', 'a2'), 'a2')?.value).toEqual({ text: 'a' });
    expect(shapeOf(duplicateBlock(documentOf('a b'), 'z', 'z2'))).toBe('a b');
  });
  it('removes a block, closes the gap and trims white space at the end', () => {
    expect(shapeOf(removeBlock(documentOf('a b c'), 'b'))).toBe('a c');
    expect(shapeOf(removeBlock(documentOf('a . b'), 'b'))).toBe('a');
  });
  it('replaces the block of the same name', () => {
    const changed = replaceBlock(documentOf('a . b'), { name: 'b', type: 'heading', value: { text: 'new' } });
    expect(findBlock(changed, 'b')?.value).toEqual({ text: 'new' });
    expect(shapeOf(changed)).toBe('a . b');
  });
  it('separates footers from the columns', () => {
    const { columns, footers } = splitFooters({
      ...DEFAULT_SETTINGS,
      layout: 'two_columns_center',
      columns: [[footer, heading('a'), null], [heading('b')]],
    });
    expect(columns.map((column) => column.map((block) => block?.name))).toEqual([['a'], ['b']]);
    expect(footers).toEqual([footer]);
  });
  it('knows how wide content is', () => {
    expect(LAYOUT_TYPES.map((layout) => contentWidths(layout, { padding: 24, gap: 24 }))).toEqual([
      [552],
      [264, 264],
      [321, 206],
      [206, 321],
    ]);
    expect(
      LAYOUT_TYPES.map((layout) => COLUMN_PERCENTS[layout].reduce((sum, percent) => sum + percent)),
    ).toEqual([100, 100, 100, 100]);
  });
});

/** One random action; `added` is the change in the number of blocks. */
function act(
  document: NewsletterDocument,
  random: () => number,
  fresh: string,
): { after: NewsletterDocument; added: number } {
  const names = blocksOf(document).map(({ name }) => name);
  const place = { column: Math.floor(random() * document.columns.length), slot: Math.floor(random() * 15) };
  if (names.length === 0 || random() < 0.25) {
    return { after: addBlock(document, heading(fresh), random() < 0.5 ? place : undefined), added: 1 };
  }
  const name = pick(random, names);
  const actions = [
    () => ({ after: moveBlock(document, name, place), added: 0 }),
    () => ({ after: moveUp(document, name), added: 0 }),
    () => ({ after: moveDown(document, name), added: 0 }),
    () => ({ after: moveToOtherColumn(document, name), added: 0 }),
    () => ({ after: duplicateBlock(document, name, fresh), added: 1 }),
    () => ({ after: removeBlock(document, name), added: -1 }),
    () => ({ after: replaceBlock(document, heading(name)), added: 0 }),
    () => ({ after: setWide(document, name, random() < 0.6), added: 0 }),
    () => ({ after: changeLayout(document, randomLayout(random)), added: 0 }),
  ];
  return pick(random, actions)();
}

it('neither loses nor duplicates blocks, and never mutates its input', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomFrom(seed);
    let document = fromCode(randomLayout(random), randomCode(random, 10));
    for (let step = 0; step < 30; step += 1) {
      const frozen = JSON.stringify(document);
      const { after, added } = act(document, random, `fresh-${step}`);
      expect(JSON.stringify(document)).toBe(frozen);
      const names = blocksOf(after).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.length).toBe(blocksOf(document).length + added);
      expect(after.columns).toEqual(after.columns.map(trimColumn));
      expect(after.columns.length).toBe(after.layout === 'one_column' ? 1 : 2);
      expect(fromCode(after.layout, toCode(after))).toEqual(after);
      for (const name of names) expect(findBlock(after, name)?.name).toBe(name);
      document = after;
    }
  }
});

it('moves a block to the slot that it was dropped on', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const random = randomFrom(seed);
    const document = documentOf(pick(random, ['a b . c d | e . f', 'a . . b | c', 'a b c d e', '. a . b']));
    const name = pick(random, blocksOf(document)).name;
    const column = Math.floor(random() * document.columns.length);
    const to = { column, slot: Math.floor(random() * (document.columns[column]?.length ?? 0)) };
    const from = positionOf(document, name);
    const target = document.columns[to.column]?.[to.slot] ?? null;
    const isPulledUp = target === null && from?.column === to.column && from.slot < to.slot;
    const after = moveBlock(document, name, to);
    expect(positionOf(after, name), `seed ${seed}`).toEqual({
      column: to.column,
      slot: to.slot - (isPulledUp ? 1 : 0),
    });
  }
});
