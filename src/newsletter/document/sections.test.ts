import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#newsletter/settings/settings.ts';
import { addBlock, duplicateBlock, removeBlock, replaceBlock, setWide, tintSection } from './arrange.ts';
import { compose } from './composition.ts';
import { type Block, codeSchema, fromCode, type NewsletterDocument, toCode } from './document.ts';
import { blocksOf } from './layout.ts';
import { changeLayout } from './layout-change.ts';
import { moveBlock, moveDown, moveToOtherColumn, moveUp } from './move.ts';
import { segmentsOf } from './segments.ts';

/** `W` and names that begin with it span both columns, `H` is a heading, `P` a picture, `.` white space. */
function blockOf(name: string): Block {
  const wide = name.startsWith('W') ? { wide: true as const } : {};
  if (name.endsWith('P')) return { name, type: 'image', value: { url: '/files/a.jpg' }, ...wide };
  if (name.endsWith('H')) return { name, type: 'heading', value: { text: name }, ...wide };
  return { name, type: 'button', value: { btnText: name, url: 'https://a.example/' }, ...wide };
}

function documentOf(shape: string): NewsletterDocument {
  const columns = shape.split('|').map((column) =>
    column
      .trim()
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => (name === '.' ? null : blockOf(name))),
  );
  return { ...DEFAULT_SETTINGS, layout: columns.length === 1 ? 'one_column' : 'two_columns_center', columns };
}

/** Segments from top to bottom: `a b|c` are columns, `=W` is wide. */
function stripsIn(document: NewsletterDocument): string {
  return segmentsOf(document.columns)
    .map((segment) =>
      'wide' in segment
        ? `=${segment.wide.name}`
        : segment.columns.map((column) => column.map((block) => block?.name ?? '.').join(' ')).join('|'),
    )
    .join(' / ');
}

// Left a b and W below both; right c alone beside a; then d and e.
const before = documentOf('a b W d | c . . e');

it('reads what is above a wide block first, in both columns', () => {
  expect(stripsIn(before)).toBe('a b|c / =W / d|e');
  expect(blocksOf(before).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'W', 'd', 'e']);
  expect(fromCode(before.layout, codeSchema.parse(toCode(before)))).toEqual(before);
});

it('puts blocks from beside a wide block below it', () => {
  const stored = [...toCode(documentOf('a W | b x'))];
  expect(stripsIn(fromCode('two_columns_center', codeSchema.parse(stored)))).toBe('a|b / =W / |x');
});

describe('a wide block', () => {
  it.each([
    ['is added below everything', addBlock(before, blockOf('Wx')), 'a b|c / =W / d|e / =Wx'],
    [
      'opens the columns where it is put',
      addBlock(before, blockOf('Wx'), { column: 0, slot: 1 }),
      'a|c / =Wx / b| / =W / d|e',
    ],
    ['goes up past columns row by row', moveUp(before, 'W'), 'a|c / =W / b d|e'],
    ['goes down past columns row by row', moveDown(before, 'W'), 'a b d|c e / =W'],
    ['has no other column', moveToOtherColumn(before, 'W'), 'a b|c / =W / d|e'],
    ['is doubled below itself', duplicateBlock(before, 'W', 'W2'), 'a b|c / =W / =W2 / d|e'],
    ['leaves columns that are one again', removeBlock(before, 'W'), 'a b d|c e'],
    ['is moved to where it is dropped', moveBlock(before, 'W', { column: 0, slot: 0 }), '=W / a b d|c e'],
    ['goes back into the shorter column', setWide(before, 'W', false), 'a b d|c W e'],
  ])('%s', (_what, after, shape) => {
    expect(stripsIn(after)).toBe(shape);
  });
});

describe('a block of a column', () => {
  it.each([
    ['is added to the shorter column at the end', addBlock(documentOf('W a | .'), blockOf('x')), '=W / a|x'],
    ['opens columns below a wide block', addBlock(documentOf('W |'), blockOf('x')), '=W / x|'],
    ['goes up past a wide block', moveUp(before, 'e'), 'a b|c e / =W / d|'],
    ['goes down past a wide block', moveDown(before, 'c'), 'a b| / =W / d|c e'],
    ['opens columns above a wide block', moveUp(documentOf('W a | . b'), 'b'), '|b / =W / a|'],
    [
      'pushes down what is below it, as far as the wide block',
      addBlock(before, blockOf('x'), { column: 1, slot: 0 }),
      'a b|x c / =W / d|e',
    ],
    ['goes to the other column beside it', moveToOtherColumn(before, 'd'), 'a b|c / =W / |d e'],
    ['is dropped before a wide block', moveBlock(before, 'e', { column: 1, slot: 2 }), 'a b|c e / =W / d|'],
    ['is doubled below itself', duplicateBlock(before, 'c', 'c2'), 'a b|c c2 / =W / d|e'],
    [
      'becomes wide below what comes before it, and goes back to where it was',
      setWide(setWide(documentOf('a b | c d'), 'd', true), 'd', false),
      'a b|c d',
    ],
    ['stays below its neighbour', setWide(documentOf('a b | c d'), 'c', true), 'a| / =c / b|d'],
    ['becomes wide where it stands', setWide(documentOf('a b c | d e f'), 'b', true), 'a|d / =b / c|e f'],
  ])('%s', (_what, after, shape) => {
    expect(stripsIn(after)).toBe(shape);
  });
});

it('comes back as it was when a block is wide and is not any more', () => {
  const columns = documentOf('a b c | d e f');
  expect(setWide(setWide(columns, 'b', true), 'b', false).columns).toEqual(
    columns.columns.map((column) => [...column]),
  );
});

it('keeps what a block has beside its value when the value changes', () => {
  const after = replaceBlock(before, {
    name: 'W',
    type: 'button',
    value: { btnText: 'x', url: 'https://b.example/' },
  });
  expect(stripsIn(after)).toBe(stripsIn(before));
});

it('keeps wide blocks wide, and cuts the columns around them each for itself', () => {
  const one = changeLayout(before, 'one_column');
  expect(stripsIn(one)).toBe('a b c W d e');
  expect(stripsIn(changeLayout(one, 'two_columns_center'))).toBe('a b|c / =W / d|e');
});

const SHEET = { hasCover: false, cards: null };

describe('a composition', () => {
  const shapeIn = (document: NewsletterDocument, design: Parameters<typeof compose>[1] = SHEET) => {
    const { sections, cover, lead } = compose(document, design);
    const shapes = sections.map((section) =>
      section.isWide
        ? `=${section.blocks.map((block) => block?.name ?? '.').join(' ')}`
        : section.columns.map((column) => column.map((block) => block?.name ?? '.').join(' ')).join('|'),
    );
    return [shapes.join(' / '), cover?.block.name ?? null, lead?.name ?? null];
  };
  const cards = { hasCover: false, cards: { gap: 14, radius: 24 } };
  it('has one section of wide blocks that follow each other', () => {
    expect(shapeIn(documentOf('WH W2 a W3 | . . b'))).toEqual(['=WH W2 / a|b / =W3', null, 'WH']);
    expect(shapeIn(documentOf('H a . H2'))).toEqual(['=H a . H2', null, 'H']);
  });
  it('begins a card with each heading', () => {
    expect(shapeIn(documentOf('1H a 2H b'), cards)[0]).toBe('=1H a / =2H b');
  });
  it('begins a section where the tint changes', () => {
    const tinted = tintSection(documentOf('a b c'), ['b'], 'soft');
    expect(shapeIn(tinted)[0]).toBe('=a / =b / =c');
  });
  it('takes the first wide picture into the head of a design that wants one', () => {
    const design = { hasCover: true, cards: null };
    expect(shapeIn(documentOf('WH WP W2P a | . . . P'), design)).toEqual(['=WH W2P / a|P', 'WP', 'WH']);
    expect(shapeIn(documentOf('a P | b'), design)).toEqual(['a P|b', null, null]);
  });
});
