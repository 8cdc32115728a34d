import { expect, it } from 'vitest';
import { mapFiles, picturesOf, textsOf } from '#newsletter/document/traits.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { findAll, mailOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const picture = (index: number) => ({ url: `/files/${index}.webp`, alt: `Picture ${index}` });

it.each([
  [1, ['552']],
  [2, ['272', '272']],
  [3, ['552', '272', '272']],
  [4, ['272', '272', '272', '272']],
])('lays out %i pictures in rows of two, an odd one first', (count, widths) => {
  const images = Array.from({ length: count }, (_, index) => picture(index));
  const html = pageOf([stored('image_group', { images })], { school: { ...OAKFIELD, logo: null } });
  expect(findAll(html, 'img').map((image) => attributesOf(image).get('width'))).toEqual(widths);
  expect(findAll(html, 'img').map((image) => attributesOf(image).get('alt'))).toEqual(
    images.map(({ alt }) => alt),
  );
});

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
