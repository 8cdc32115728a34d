import { describe, expect, it } from 'vitest';
import { createBlock, DEFINITIONS, fromCode } from '#newsletter/document/document.ts';
import { compileBlock } from '#newsletter/render/compile-block.ts';
import { textOfNewsletter } from '#newsletter/render/compile-text.ts';
import { attributesOf, parseHtml } from '#test/newsletter-engines.ts';
import { canvasOf, mailOf, pageOf, problemsOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { BLOCK_FOLDERS, BLOCK_TYPES, fixtureOf, OAKFIELD, ORIGIN } from '#test/newsletter-samples.ts';
import { BLOCKS } from './index.ts';

// The established types in their order; new ones may be anywhere between them.
const PICKER: readonly string[] = [
  'Heading',
  'Text',
  'Boxed text',
  'Divider',
  'Image',
  'Image group',
  'Video',
  'Social media',
  'Button',
  'Attendance',
  'Download',
  'Event',
  'Footer',
  'Table',
  'Diary',
];

describe('the list of blocks', () => {
  it('has exactly one folder for each type', () => {
    expect([...BLOCK_FOLDERS].sort()).toEqual([...BLOCK_TYPES].sort());
  });

  it('lists each type under its own key, in the picker’s order', () => {
    expect(Object.entries(BLOCKS).map(([key, { type }]) => key === type)).not.toContain(false);
    const labels = Object.values(BLOCKS).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels.filter((label) => PICKER.includes(label))).toEqual(PICKER);
  });
});

describe.each(BLOCK_TYPES)('%s', (type) => {
  const fixture = fixtureOf(type);
  const blocks = fixture.valid.map((value, index) => stored(type, value, `block-${index}`));
  const [first] = blocks;
  const texts = fixture.shows.filter((shown) => !shown.startsWith('http'));
  const addresses = fixture.shows.filter((shown) => shown.startsWith('http'));

  it.each(fixture.invalid)('rejects $value', ({ value, at, message }) => {
    expect(problemsOf(type, value)).toContain(`0.value${at && '.'}${at}: ${message}`);
  });

  it('rejects an unknown key and names it', () => {
    const value = Object.assign({}, fixture.valid[0], { surprise: 1 });
    expect(problemsOf(type, value)).toEqual(['0.value: Unknown field: surprise']);
  });

  it('stores a valid value unchanged, also the second time', () => {
    const again = blocks.map((block) => stored(type, block.value, block.name));
    expect(again).toEqual(blocks);
  });

  it.each(['page', 'mail'] as const)('shows its texts and URLs on the %s', (target) => {
    const html = target === 'page' ? pageOf(blocks.slice(0, 1)) : mailOf(blocks.slice(0, 1));
    for (const text of texts) expect(`${wordsOf(html)} ${textsOfAttributes(html)}`).toContain(text);
    for (const address of addresses) expect(textsOfAttributes(html)).toContain(address);
  });

  it('renders as children of a column, with an alt text for each picture', () => {
    const mjml = compileBlock({
      block: firstOf(first),
      school: OAKFIELD,
      width: 264,
      origin: 'https://school.test',
    });
    expect(mjml).toMatch(/<mj-column width="100%"><mj-(text|table|image|divider|button) /);
    const images = [...parseHtml(pageOf(blocks)).querySelectorAll('img')];
    expect(images.filter((image) => !attributesOf(image).has('alt'))).toEqual([]);
  });

  it('renders a new block visibly on the canvas', () => {
    const block = createBlock(type, () => 'new');
    expect(block).toEqual({ name: 'new', type, value: DEFINITIONS[type].defaults() });
    const html = canvasOf(block);
    const hasLine = parseHtml(html).body.textContent?.trim() === '' && html.includes('border-top:solid');
    expect(wordsOf(html) !== '' || hasLine).toBe(true);
  });

  it('never renders a placeholder on the page', () => {
    const html = pageOf([createBlock(type, () => 'new')]);
    expect(html).not.toContain('dashed #9aa5b4');
  });

  it('shows its texts in the plain-text part', () => {
    const document = fromCode('one_column', blocks.slice(0, 1));
    const words = textOfNewsletter({
      title: 'T',
      today: '2026-11-20',
      document,
      school: OAKFIELD,
      target: 'mail',
      origin: ORIGIN,
    });
    for (const text of texts) expect(words.toUpperCase()).toContain(text.toUpperCase());
    expect(words).not.toMatch(/<[a-z]/i);
  });
});

function firstOf<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('The fixture has no valid value');
  return item;
}

function textsOfAttributes(html: string): string {
  const values = [...parseHtml(html).querySelectorAll('body *')].flatMap((element) => [
    ...attributesOf(element).values(),
  ]);
  return values.join(' ');
}
