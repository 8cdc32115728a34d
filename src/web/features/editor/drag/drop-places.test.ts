import { describe, expect, it } from 'vitest';
import type { NewsletterDocument } from '#newsletter/document/document.ts';
import { addBlock, moveBlock } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import { columnsOf, headingNamed, namesIn } from '#web/features/editor/test-documents.ts';
import type { Dragged } from './drag-state.ts';
import { type ColumnBox, landingAt, landingBefore, type SlotBox } from './drop-places.ts';

// Heights in pixels; the first free place is 40 high.
const HEIGHTS = { block: 100, gap: 48, tail: 7 } as const;

function boxesOf(document: NewsletterDocument): ColumnBox[] {
  return document.columns.map((column, index) => {
    const content = column.filter((block) => !isAtFoot(block));
    let top = 0;
    const slots = Array.from({ length: Math.max(13, content.length + 1) }, (_, slot): SlotBox => {
      const kind = slot >= content.length ? 'tail' : content[slot] === null ? 'gap' : 'block';
      const height = slot === content.length ? 40 : HEIGHTS[kind];
      top += height;
      return { slot, kind, top: top - height, bottom: top };
    });
    return { column: index, left: index * 300, right: index * 300 + 288, top: 0, bottom: top, slots };
  });
}

const tile: Dragged = { kind: 'tile', type: 'heading' };
const blockDrag = (name: string): Dragged => ({ kind: 'block', type: 'heading', name });

/** The names in each column after a drop at a point; null if it changes nothing. */
function dropped(document: NewsletterDocument, dragged: Dragged, x: number, y: number): string[][] | null {
  const landing = landingAt(boxesOf(document), { x, y }, document, dragged);
  if (landing === null) return null;
  const after =
    dragged.kind === 'tile'
      ? addBlock(document, headingNamed('new'), landing.place)
      : moveBlock(document, dragged.name, landing.place);
  return namesIn({ document: after });
}

describe('dropping a tile', () => {
  const { document } = columnsOf(['a', 'b'], ['c']);
  it.each([
    ['above the first', 10, 20, [['new', 'a', 'b'], ['c']]],
    ['below the middle of the first', 10, 70, [['a', 'new', 'b'], ['c']]],
    ['on the first free place', 10, 220, [['a', 'b', 'new'], ['c']]],
    ['far below, over the footer', 10, 900, [['a', 'b', 'new'], ['c']]],
    ['left of the canvas', -50, 20, [['new', 'a', 'b'], ['c']]],
    [
      'in the other column',
      320,
      70,
      [
        ['a', 'b'],
        ['c', 'new'],
      ],
    ],
    [
      'on a place further down, with white space above',
      320,
      145,
      [
        ['a', 'b'],
        ['c', '-', 'new'],
      ],
    ],
  ])('%s', (_, x, y, expected) => {
    expect(dropped(document, tile, x, y)).toEqual(expected);
  });

  it('fills the white space that it is dropped on', () => {
    const gap = { ...document, columns: [[headingNamed('a'), null, headingNamed('b')], []] };
    expect(dropped(gap, tile, 10, 120)).toEqual([['a', 'new', 'b'], []]);
  });
});

describe('dropping a block', () => {
  const { document } = columnsOf(['a', 'b', 'c', 'd'], []);
  it.each([
    ['its own upper half', 120, null],
    ['its own lower half', 180, null],
    ['the lower half of the one above', 80, null],
    ['the upper half of the one below', 210, null],
    ['the top', 10, [['b', 'a', 'c', 'd'], []]],
    ['the lower half of the one below', 290, [['a', 'c', 'b', 'd'], []]],
    ['the lower half of the last', 390, [['a', 'c', 'd', 'b'], []]],
    ['the first free place', 420, [['a', 'c', 'd', 'b'], []]],
  ])('b on %s', (_, y, expected) => {
    expect(dropped(document, blockDrag('b'), 10, y)).toEqual(expected);
  });

  it('changes nothing if the last block is dropped right below itself', () => {
    expect(dropped(document, blockDrag('d'), 10, 410)).toBeNull();
  });

  it('moves a block to the other column', () => {
    expect(dropped(document, blockDrag('a'), 320, 5)).toEqual([['b', 'c', 'd'], ['a']]);
  });

  it('shows a line as wide as the column', () => {
    const boxes = boxesOf(document);
    const landing = landingBefore(boxes, { column: 0, slot: 3 }, document, blockDrag('a'));
    expect(landing?.line).toEqual({ left: 0, width: 288, top: 300 });
  });
});

describe('with a footer, which is shown below all columns', () => {
  const { document: plain } = columnsOf(['a'], ['b']);
  const footer = { name: 'foot', type: 'footer', value: { text: 'x' } } as const;
  const document = addBlock(plain, footer, { column: 0, slot: 1 });
  it('drops above the footer, with white space as without it', () => {
    expect(dropped(document, tile, 10, 120)).toEqual([['a', 'new', 'foot'], ['b']]);
    expect(dropped(document, tile, 10, 145)).toEqual([['a', '-', 'new', 'foot'], ['b']]);
    expect(dropped(document, blockDrag('b'), 10, 120)).toEqual([['a', 'b', 'foot'], []]);
  });
});
