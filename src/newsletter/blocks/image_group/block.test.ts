import { expect, it } from 'vitest';
import { mapFiles, picturesOf, textsOf } from '#newsletter/document/traits.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, findAll, mailOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';
import { GROUP_MAX } from './block.ts';
import { pictureShape, suggestedPattern } from './patterns.ts';

const picture = (index: number) => ({ url: `/files/${index}.webp`, alt: `Picture ${index}` });

it.each(Array.from({ length: GROUP_MAX }, (_, index) => index + 1))(
  'lays out %i pictures in rows of two, an odd one first',
  (count) => {
    const widths = Array.from({ length: count }, (_, index) =>
      index === 0 && count % 2 === 1 ? '552' : '272',
    );
    const images = Array.from({ length: count }, (_, index) => picture(index));
    const html = pageOf([stored('image_group', { images })], { school: { ...OAKFIELD, logo: null } });
    expect(findAll(html, 'img').map((image) => attributesOf(image).get('width'))).toEqual(widths);
    expect(findAll(html, 'img').map((image) => attributesOf(image).get('alt'))).toEqual(
      images.map(({ alt }) => alt),
    );
  },
);

const trio = (more = {}) => stored('image_group', { images: [1, 2, 3].map(picture), ...more });
const widthsOf = (html: string) => findAll(html, 'img').map((image) => attributesOf(image).get('width'));
const noLogo = { school: { ...OAKFIELD, logo: null } };

it.each([
  ['one_and_two', ['366', '178', '178']],
  ['three', ['178', '178', '178']],
  ['four', ['552', '272', '272']],
])('lays out three pictures as %s, by their number where it is for another', (pattern, widths) => {
  expect(widthsOf(pageOf([trio({ pattern })], noLogo))).toEqual(widths);
});

it('makes the large picture as high as the two beside it with their gap', () => {
  const [large = 0, small = 0] = widthsOf(pageOf([trio({ pattern: 'one_and_two' })], noLogo)).map(Number);
  expect(Math.abs((large * 3) / 4 - ((2 * small * 3) / 4 + 8))).toBeLessThan(1);
});

it('keeps pattern and caption when a picture is described or its file is another', () => {
  const group = trio({ pattern: 'three', caption: 'Cakes' });
  const [first] = picturesOf(group);
  const kept = { pattern: 'three', caption: 'Cakes' };
  expect(first?.describe('Pies').value).toMatchObject(kept);
  expect(mapFiles(group, (address) => `${address}.x`).value).toMatchObject(kept);
  expect(wordsOf(mailOf([group], noLogo))).toContain('Cakes');
  expect(textsOf(group).map(({ path }) => path)).toEqual(['caption']);
});

const shaped = (...shapes: boolean[]) => shapes.map((isTall, index) => ({ ...picture(index), isTall }));
const heightsOf = (html: string) =>
  findAll(html, 'img').map((image) => {
    const attributes = attributesOf(image);
    const aspect = attributes.get('style')?.includes('aspect-ratio:4/5') ? 4 / 5 : 4 / 3;
    return Number(attributes.get('width')) / aspect;
  });

it.each([
  ['two', [true, false]],
  ['three', [false, true, false]],
  ['three', [true, true, true]],
  ['four', [true, false, false, true]],
])('gives portrait photos in %s places of 4:5 and makes a row equally high', (pattern, shapes) => {
  const heights = heightsOf(pageOf([stored('image_group', { images: shaped(...shapes), pattern })], noLogo));
  const row = heights.slice(0, shapes.length === 3 ? 3 : 2);
  expect(Math.max(...row) - Math.min(...row)).toBeLessThan(2);
});

it('gives a large portrait photo the height of the two beside it', () => {
  const group = stored('image_group', { images: shaped(true, false, false), pattern: 'one_and_two' });
  const [large = 0, ...small] = heightsOf(mailOf([group], noLogo));
  expect(Math.abs(large - small.reduce((sum, height) => sum + height, 8))).toBeLessThan(2);
});

it.each([
  ['.jpg', true],
  ['.png', false],
])('cuts a %s in a row of its own to 4:5: %s', (ending, isCut) => {
  for (const count of [1, 3]) {
    const images = Array.from({ length: count }, (_, index) => ({
      url: `/files/${index}${ending}`,
      alt: 'A',
    }));
    const lead = find(pageOf([stored('image_group', { images })], noLogo), 'img');
    expect(attributesOf(lead).get('style')?.includes('max-height:125cqi')).toBe(isCut);
  }
});

it('suggests patterns that have places for portrait photos', () => {
  expect(suggestedPattern(shaped(true, false, false))).toBe('one_and_two');
  expect(suggestedPattern(shaped(false, true, false))).toBe('three');
  expect(suggestedPattern(shaped(true, true, false))).toBe('three');
  expect([suggestedPattern(shaped(false, false, false)), suggestedPattern(shaped(true))]).toEqual([
    undefined,
    undefined,
  ]);
});

it('keeps heads in view: photos that lose from their top lose less of it', () => {
  const focus = { x: 50, y: 30 };
  expect(pictureShape(900, 1600)).toEqual({ focus, isTall: true });
  expect(pictureShape(1000, 1000)).toEqual({ focus });
  expect([pictureShape(1600, 900), pictureShape(0, 0)]).toEqual([{}, {}]);
});
