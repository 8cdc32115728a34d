import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES, randomCode, randomLayout, sampleBlocks, shapeOf } from '#test/newsletter-samples.ts';
import { randomFrom } from '#test/random-texts.ts';
import {
  byteLength,
  CODE_MAX_BYTES,
  codeSchema,
  createBlock,
  emptyDocument,
  fromCode,
  LAYOUT_TYPES,
  layoutTypeSchema,
  toCode,
} from './document.ts';

const EVENT = { id: 'r', title: 'Trip', description: 'Bring lunch', date: '2026-10-09' };
const CLASS = { id: 'r', name: 'Oak', percents: 95 };
const heading = (name: string) => ({ name, type: 'heading', value: { text: name } });
const space = (name: string) => ({ name, type: 'empty_space', value: null });
const columns = (layout: (typeof LAYOUT_TYPES)[number], ...raw: unknown[]) =>
  fromCode(layout, codeSchema.parse(raw));

function problems(code: unknown): string[] {
  const result = codeSchema.safeParse(code);
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
}

describe('columns', () => {
  it('come from even and odd positions, with empty space kept between blocks', () => {
    const code = [heading('a'), heading('b'), space('x'), heading('c'), heading('d'), space('y'), space('z')];
    expect(shapeOf(columns('two_columns_center', ...code))).toBe('a . d | b c');
    expect(shapeOf(columns('one_column', ...code))).toBe('a b . c d');
  });

  it('become a list with gaps filled and no empty space at the end', () => {
    const document = columns('two_columns_left', heading('a'), space('x'), heading('b'));
    expect(toCode(document).map(({ type, name }) => `${type} ${name}`)).toEqual([
      'heading a',
      'empty_space empty-1',
      'heading b',
    ]);
    expect(toCode(emptyDocument('two_columns_left'))).toEqual([]);
  });

  it('have their footers last, wherever the list has them', () => {
    const footer = { name: 'foot', type: 'footer', value: { text: 'Until next week' } };
    const wide = { ...heading('w'), wide: true };
    const code = [heading('a'), footer, heading('b'), heading('c'), wide, space('x'), heading('d')];
    expect(shapeOf(columns('two_columns_center', ...code))).toBe('a b w d | c . . foot');
    expect(shapeOf(columns('one_column', footer, heading('a')))).toBe('a foot');
  });

  it('survive a round trip through storage', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = randomFrom(seed);
      const document = fromCode(randomLayout(random), randomCode(random, 12));
      const code = toCode(document);
      expect(fromCode(document.layout, code)).toEqual(document);
      expect(codeSchema.parse(code)).toEqual(code);
      expect(code.at(-1)?.type).not.toBe('empty_space');
      expect(toCode(fromCode(document.layout, code))).toEqual(code);
    }
  });

  it('get unique names for their empty space', () => {
    const document = columns('two_columns_center', heading('empty-1'), space('x'), heading('empty-1-'));
    const names = toCode(document).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the stored list', () => {
  it('accepts every block type', () => {
    const code = [...sampleBlocks(), { name: 'space', type: 'empty_space', value: null }];
    expect(problems(code)).toEqual([]);
  });

  it.each([
    ['nothing', null, ': Should be a list of blocks'],
    ['an object', {}, ': Should be a list of blocks'],
    ['text', '[]', ': Should be a list of blocks'],
    ['an unknown type', [{ name: 'a', type: 'marquee', value: {} }], '0.type: Unknown block type'],
    ['no type', [{ name: 'a', value: {} }], '0.type: Unknown block type'],
    ['no block', [null], '0: Unknown block type'],
    ['no name', [{ type: 'heading', value: { text: 'a' } }], '0.name: A block needs a name'],
    ['an empty name', [heading('')], '0.name: A block needs a name'],
    ['a long name', [heading('x'.repeat(101))], '0.name: Limit is 100 symbols'],
    ['an unknown key', [{ ...heading('a'), width: 3 }], '0: Unknown field: width'],
    [
      'an unknown key in a value',
      [heading('a'), { name: 'b', type: 'heading', value: { text: 'b', id: 1 } }],
      '1.value: Unknown field: id',
    ],
    [
      'a value of empty space',
      [{ name: 'a', type: 'empty_space', value: {} }],
      '0.value: Invalid input: expected null, received object',
    ],
    [
      'two of one name',
      [heading('a'), heading('b'), heading('a')],
      '2.name: Each block needs a name of its own',
    ],
    [
      'two rows of one id',
      [{ name: 'a', type: 'event', value: { rows: [EVENT, { ...EVENT, title: 'Other' }] } }],
      '0.value.rows.1.id: Each row needs an id of its own',
    ],
    [
      'two classes of one id',
      [{ name: 'a', type: 'attendance', value: { rows: [CLASS, CLASS], background: '#ffffff' } }],
      '0.value.rows.1.id: Each row needs an id of its own',
    ],
    [
      'a last day after all years',
      [{ name: 'a', type: 'event', value: { rows: [{ ...EVENT, last_day: '9999-12-31' }] } }],
      '0.value.rows.0.last_day: The year should be from 1900 to 9998',
    ],
    [
      'a prototype',
      JSON.parse('[{"name":"a","type":"heading","value":{"text":"a","__proto__":{"x":1}}}]'),
      '0.value: Unknown field: __proto__',
    ],
  ])('rejects %s', (_name, code, problem) => {
    expect(problems(code)).toContain(problem);
  });

  it.each(['0000-01-01', '1899-12-31', '9999-01-01'])('rejects the day %s', (date) => {
    expect(problems([{ name: 'a', type: 'event', value: { rows: [{ ...EVENT, date }] } }])).toContain(
      '0.value.rows.0.date: The year should be from 1900 to 9998',
    );
  });

  it('accepts up to 200 blocks, not counting empty space', () => {
    const blocks = Array.from({ length: 200 }, (_, index) => heading(`h${index}`));
    const gaps = Array.from({ length: 200 }, (_, index) => space(`s${index}`));
    const interleaved = blocks.flatMap((block, index) => [gaps[index], block]);
    expect(problems(interleaved)).toEqual([]);
    expect(problems([...blocks, heading('one more')])).toEqual([': Limit is 200 blocks. Please remove some']);
    expect(problems(Array.from({ length: 1001 }, (_, index) => space(`s${index}`)))).toEqual([
      ': Limit is 200 blocks. Please remove some',
    ]);
  });

  it('accepts up to one mebibyte', () => {
    const blocks = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `t${index}`,
        type: 'text',
        value: { html: 'é'.repeat(25_000) },
      }));
    expect(problems(blocks(20))).toEqual([]);
    expect(byteLength(JSON.stringify(blocks(21)))).toBeGreaterThan(CODE_MAX_BYTES);
    expect(problems(blocks(21))).toEqual([': This newsletter is too large. Please remove something']);
  });
});

it('counts bytes in UTF-8', () => {
  for (const text of ['', 'abc', 'é€🎃\u0000\u07ff\u0800\uffff', 'العربية 学校']) {
    expect(byteLength(text)).toBe(Buffer.byteLength(text));
  }
});

it('accepts the four layouts, but not the form’s ‘latest template’', () => {
  expect(LAYOUT_TYPES.map((layout) => layoutTypeSchema.parse(layout))).toHaveLength(4);
  expect(layoutTypeSchema.safeParse('latest_template').success).toBe(false);
});

it('creates blocks of every type with the given name', () => {
  let made = 0;
  const blocks = BLOCK_TYPES.map((type) =>
    createBlock(type, () => {
      made += 1;
      return `n${made}`;
    }),
  );
  expect(blocks.map(({ type }) => type)).toEqual(BLOCK_TYPES);
  expect(new Set(blocks.map(({ name }) => name)).size).toBe(BLOCK_TYPES.length);
});
