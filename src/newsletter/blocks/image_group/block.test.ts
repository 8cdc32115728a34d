import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { findAll, pageOf, stored } from '#test/newsletter-rendering.ts';
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
