import { expect, it } from 'vitest';
import { addBlock, duplicateBlock, removeBlock, replaceBlock, setWide } from './arrange.ts';
import {
  type Block,
  codeSchema,
  createBlock,
  fromCode,
  type LayoutType,
  type NewsletterDocument,
} from './document.ts';
import { moveBlock, moveDown, moveToOtherColumn, moveUp } from './move.ts';
import { type PartsBegun, staysInParts } from './own-parts.ts';

const heading = (name: string, rest: object = {}) => ({
  name,
  type: 'heading',
  value: { text: name },
  ...rest,
});
const text = (name: string, rest: object = {}) => ({
  name,
  type: 'text',
  value: { html: '<p>Words</p>' },
  ...rest,
});
const gap = (name: string) => ({ name, type: 'empty_space', value: null });
const documentOf = (code: readonly unknown[], layout: LayoutType = 'one_column') =>
  fromCode(layout, codeSchema.parse(code));
const blockOf = (stored: unknown): Block => {
  const block = documentOf([stored]).columns[0]?.[0];
  if (block == null) throw new Error('That is no block');
  return block;
};
const says = (document: NewsletterDocument, name: string, words: string) =>
  replaceBlock(document, blockOf(text(name, { value: { html: `<p>${words}</p>` } })));
const isSame = (one: Block, other: Block) => JSON.stringify(one.value) === JSON.stringify(other.value);

const ONE = documentOf([text('first'), heading('four'), text('a'), text('b'), heading('five'), text('c')]);
const MINE: PartsBegun = { own: ['four'], others: [] };
const at = (slot: number, column = 0) => ({ column, slot });
const may = (change: (document: NewsletterDocument) => NewsletterDocument, before = ONE, parts = MINE) =>
  staysInParts(before, change(before), parts, isSame);
const fresh = (rest: object = {}) => blockOf(text('new', rest));

it.each<[string, (document: NewsletterDocument) => NewsletterDocument]>([
  ['words', (document) => says(document, 'a', 'We built a fort')],
  ['a block more', (document) => addBlock(document, fresh(), at(2))],
  ['a block more at the end', (document) => addBlock(document, fresh(), at(4))],
  ['a copy', (document) => duplicateBlock(document, 'b', 'new')],
  ['a block less', (document) => removeBlock(document, 'a')],
  ['all but the heading less', (document) => removeBlock(removeBlock(document, 'a'), 'b')],
  ['another order', (document) => moveDown(document, 'a')],
])('takes %s', (_, change) => {
  expect(may(change)).toBe(true);
});

it.each<[string, (document: NewsletterDocument) => NewsletterDocument]>([
  ['words above', (document) => says(document, 'first', 'Dear all')],
  ['words below', (document) => says(document, 'c', 'Theirs')],
  ['a block above its heading', (document) => addBlock(document, fresh(), at(1))],
  ['a block below the next heading', (document) => addBlock(document, fresh(), at(5))],
  ['a block at the end', (document) => addBlock(document, fresh())],
  ['a heading', (document) => addBlock(document, blockOf(heading('new')), at(3))],
  [
    'a footer',
    (document) =>
      addBlock(
        document,
        createBlock('footer', () => 'new'),
      ),
  ],
  [
    'a footer within',
    (document) => ({
      ...document,
      columns: [
        document.columns[0]?.toSpliced(
          2,
          0,
          createBlock('footer', () => 'new'),
        ) ?? [],
      ],
    }),
  ],
  ['a tinted block', (document) => addBlock(document, fresh({ tint: 'soft' }), at(2))],
  ['a wide block', (document) => addBlock(document, fresh({ wide: true }), at(2))],
  ['its heading less', (document) => removeBlock(document, 'four')],
  ['its heading above others', (document) => moveUp(document, 'four')],
  ['its heading below others', (document) => moveBlock(document, 'four', at(4))],
  ['the next heading less', (document) => removeBlock(document, 'five')],
  ['the next heading lower', (document) => moveDown(document, 'five')],
  ['others’ blocks less', (document) => removeBlock(document, 'c')],
  ['others’ blocks within', (document) => moveBlock(document, 'c', at(2))],
  ['own blocks elsewhere', (document) => moveBlock(document, 'a', at(0))],
  ['own blocks in the next part', (document) => moveBlock(document, 'a', at(5))],
  [
    'another type',
    (document) => ({ ...document, columns: [document.columns[0]?.with(2, blockOf(heading('a'))) ?? []] }),
  ],
  [
    'white space elsewhere',
    (document) => ({ ...document, columns: [document.columns[0]?.toSpliced(1, 0, null) ?? []] }),
  ],
  ['no blocks', (document) => ({ ...document, columns: [[]] })],
])('refuses %s', (_, change) => {
  expect(may(change)).toBe(false);
});

it('leaves blocks at which a part begins where they are, whoever writes it', () => {
  const parts = { own: ['four'], others: ['b'] };
  expect(may((document) => removeBlock(document, 'b'), ONE, parts)).toBe(false);
  expect(may((document) => says(document, 'b', 'Mine'), ONE, parts)).toBe(true);
  expect(may((document) => moveDown(document, 'a'), ONE, parts)).toBe(true);
  const block = { own: ['b'], others: [] };
  expect(may((document) => says(document, 'b', 'Mine'), ONE, block)).toBe(true);
  expect(may((document) => removeBlock(document, 'b'), ONE, block)).toBe(false);
  expect(may((document) => moveUp(document, 'b'), ONE, block)).toBe(false);
  expect(may((document) => addBlock(document, fresh(), at(4)), ONE, block)).toBe(false);
});

it('moves blocks between two own parts, and none to a part that is gone', () => {
  const both = { own: ['four', 'five'], others: [] };
  expect(may((document) => moveBlock(document, 'a', at(5)), ONE, both)).toBe(true);
  const gone = { own: ['four', 'new'], others: [] };
  for (const block of [fresh(), blockOf(heading('new'))])
    for (const slot of [0, 2, 4, 6])
      expect(may((document) => addBlock(document, block, at(slot)), ONE, gone)).toBe(false);
});

it('stays in the column of its heading', () => {
  const two = documentOf(
    [
      text('left'),
      heading('four'),
      heading('six'),
      text('a'),
      text('z'),
      gap('e'),
      gap('e2'),
      text('b'),
      gap('e3'),
      heading('five'),
    ],
    'two_columns_center',
  );
  expect(may((document) => addBlock(document, fresh(), at(1, 1)), two)).toBe(true);
  expect(may((document) => addBlock(document, fresh(), at(2, 1)), two)).toBe(true);
  expect(may((document) => removeBlock(document, 'b'), two)).toBe(true);
  expect(may((document) => moveUp(document, 'b'), two)).toBe(true);
  expect(may((document) => addBlock(document, fresh(), at(1, 0)), two)).toBe(false);
  expect(may((document) => moveToOtherColumn(document, 'a'), two)).toBe(false);
  expect(may((document) => setWide(document, 'a', true), two)).toBe(false);
  expect(may((document) => addBlock(document, fresh({ wide: true }), at(2, 1)), two)).toBe(false);
  expect(may((document) => removeBlock(document, 'z'), two)).toBe(false);
});

it('tints no blocks of others below a wide heading', () => {
  const tinted = { tint: 'soft' };
  const two = documentOf(
    [heading('four', { wide: true, ...tinted }), gap('e'), text('a'), heading('five')],
    'two_columns_center',
  );
  expect(may((document) => addBlock(document, fresh(), at(2)), two)).toBe(true);
  expect(may((document) => removeBlock(document, 'a'), two)).toBe(true);
  expect(may((document) => addBlock(document, fresh(tinted), at(2)), two)).toBe(true);
  expect(may((document) => addBlock(document, fresh(tinted), at(1)), two)).toBe(false);
});
