import { describe, expect, it } from 'vitest';
import { addBlock, setWide } from '#newsletter/document/arrange.ts';
import { isAtFoot, type NewsletterDocument } from '#newsletter/document/document.ts';
import { moveBlock } from '#newsletter/document/move.ts';
import { headingNamed, namesIn, twoColumns } from '#test/support/editor/documents.ts';
import type { Dragged } from '#web/features/editor/kernel/drag-state.ts';
import { type DropPlaces, landingAt, landingBefore, type SlotBox } from './drop-places.ts';

// Heights in pixels; the first free place is 40 pixels high.
const HEIGHTS = { block: 100, gap: 48, tail: 7 } as const;

function boxesOf(document: NewsletterDocument): DropPlaces {
  const columns = document.columns.map((column, index) => {
    const content = column.filter((block) => !isAtFoot(block));
    let top = 0;
    const slots = Array.from({ length: Math.max(13, content.length + 1) }, (_, slot): SlotBox => {
      const kind = slot >= content.length ? 'tail' : content[slot] === null ? 'gap' : 'block';
      const height = slot === content.length ? 40 : HEIGHTS[kind];
      top += height;
      return { slot, kind, top: top - height, bottom: top };
    });
    return {
      column: index,
      isWide: false,
      left: index * 300,
      right: index * 300 + 288,
      top: 0,
      bottom: top,
      slots,
    };
  });
  return { sheetWidth: 600, columns };
}

const tile: Dragged = { kind: 'tile', type: 'heading' };
const blockDrag = (name: string): Dragged => ({ kind: 'block', type: 'heading', name });

/** The names in each column after a drop at a point; null if it changes nothing. */
function dropped(
  document: NewsletterDocument,
  dragged: Dragged,
  x: number,
  y: number,
  places = boxesOf(document),
): string[][] | null {
  const landing = landingAt(places, { x, y }, document, dragged);
  if (landing === null) return null;
  const after =
    dragged.kind === 'tile'
      ? addBlock(document, headingNamed('new'), landing.place)
      : moveBlock(document, dragged.name, landing.place);
  return namesIn({ document: after });
}

describe('dropping a tile', () => {
  const { document } = twoColumns(['a', 'b'], ['c']);
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
  const { document } = twoColumns(['a', 'b', 'c', 'd'], []);
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

  it('shows no column beside the masthead', () => {
    const { columns, ...places } = boxesOf(document);
    const below = { ...places, columns: columns.map((box, index) => ({ ...box, top: 98 + 20 * index })) };
    expect(landingBefore(below, { column: 1, slot: 0 }, document, tile)?.columnTop).toBe(98);
  });
});

describe('with a footer, which is shown below all columns', () => {
  const { document: plain } = twoColumns(['a'], ['b']);
  const footer = { name: 'foot', type: 'footer', value: { text: 'x' } } as const;
  const document = addBlock(plain, footer, { column: 0, slot: 1 });
  it('drops above the footer, with white space as without it', () => {
    expect(dropped(document, tile, 10, 120)).toEqual([['a', 'new', 'foot'], ['b']]);
    expect(dropped(document, tile, 10, 145)).toEqual([['a', '-', 'new', 'foot'], ['b']]);
    expect(dropped(document, blockDrag('b'), 10, 120)).toEqual([['a', 'b', 'foot'], []]);
  });
});

describe('with a block across both columns', () => {
  // a | c     0 to 100
  // b | -   100 to 200
  //   w     200 to 300
  //   v     300 to 400
  // d | -   400 to 500, and free places below
  const document = ['w', 'v'].reduce(
    (before, name) => setWide(before, name, true),
    twoColumns(['a', 'b', 'w', 'v', 'd'], ['c']).document,
  );
  const block = (slot: number, top: number): SlotBox => ({ slot, kind: 'block', top, bottom: top + 100 });
  const tail = (slot: number, top: number): SlotBox => ({ slot, kind: 'tail', top, bottom: top + 40 });
  const narrow = { isWide: false, top: 0, bottom: 200 };
  const left = { ...narrow, column: 0, left: 0, right: 300 };
  const right = { ...narrow, column: 1, left: 300, right: 600 };
  const places: DropPlaces = {
    sheetWidth: 600,
    columns: [
      { ...left, slots: [block(0, 0), block(1, 100)] },
      { ...right, slots: [block(0, 0), { ...tail(1, 100), bottom: 200 }] },
      { ...left, isWide: true, right: 600, top: 200, bottom: 400, slots: [block(2, 200), block(3, 300)] },
      { ...left, top: 400, bottom: 540, slots: [block(4, 400), tail(5, 500)] },
      { ...right, top: 400, bottom: 540, slots: [tail(4, 400), tail(5, 440)] },
    ],
  };
  const shown = (dragged: Dragged, x: number, y: number) =>
    landingAt(places, { x, y }, document, dragged)?.line ?? null;
  const paper = (top: number) => ({ left: 18, width: 564, top });

  it('stands as drawn above', () => {
    expect(namesIn({ document })).toEqual([['a', 'b', 'w', 'v', 'd'], ['c']]);
  });

  it('shows a line across the paper between sections, and one in its column inside', () => {
    expect(shown(tile, 10, 220)).toEqual(paper(200));
    expect(shown(tile, 10, 280)).toEqual(paper(300));
    expect(shown(tile, 10, 190)).toEqual({ left: 0, width: 300, top: 200 });
    expect(shown(tile, 400, 60)).toEqual({ left: 300, width: 300, top: 100 });
  });

  it('shows a line across the paper wherever a wide block goes', () => {
    expect(shown(blockDrag('w'), 10, 10)).toEqual(paper(0));
    expect(shown(blockDrag('w'), 400, 60)).toEqual(paper(100));
    expect(shown(blockDrag('w'), 10, 470)).toEqual(paper(500));
  });

  it.each([
    ['between two wide blocks: the columns open', 10, 310, [['a', 'b', 'w', 'new', 'v', 'd'], ['c']]],
    [
      'there, in the right half',
      400,
      310,
      [
        ['a', 'b', 'w', '-', 'v', 'd'],
        ['c', '-', '-', 'new'],
      ],
    ],
    [
      'above a wide block',
      400,
      210,
      [
        ['a', 'b', 'w', 'v', 'd'],
        ['c', 'new'],
      ],
    ],
    ['below the last of its column', 10, 190, [['a', 'b', 'new', 'w', 'v', 'd'], ['c']]],
    [
      'below a wide block',
      400,
      390,
      [
        ['a', 'b', 'w', 'v', 'd'],
        ['c', '-', '-', '-', 'new'],
      ],
    ],
  ])('drops a tile %s', (_, x, y, expected) => {
    expect(dropped(document, tile, x, y, places)).toEqual(expected);
  });

  it.each([
    ['a', 'below the wide ones', 10, 410, [['b', 'w', 'v', 'a', 'd'], ['c']]],
    ['a', 'above the wide ones', 10, 210, [['b', 'a', 'w', 'v', 'd'], ['c']]],
    ['d', 'between the wide ones', 10, 310, [['a', 'b', 'w', 'd', 'v'], ['c']]],
    [
      'w',
      'to the top',
      10,
      10,
      [
        ['w', 'a', 'b', 'v', 'd'],
        ['-', 'c'],
      ],
    ],
    ['w', 'below the other', 10, 380, [['a', 'b', 'v', 'w', 'd'], ['c']]],
    ['w', 'to the end', 10, 510, [['a', 'b', 'v', 'd', 'w'], ['c']]],
    ['w', 'to where it is', 10, 190, null],
    ['b', 'to where it is', 10, 220, null],
  ])('drops %s %s', (name, _, x, y, expected) => {
    expect(dropped(document, blockDrag(name), x, y, places)).toEqual(expected);
  });
});
