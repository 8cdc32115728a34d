import { expect, it } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, findAll, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const noLogo = { ...OAKFIELD, logo: null };

it('is as wide as its column, in whole pixels', () => {
  const block = stored('image', { url: '/files/a.webp', alt: 'A' });
  const widths = (['one_column', 'two_columns_center', 'two_columns_left'] as const).map((layout) =>
    findAll(pageOf([block], { layout, school: noLogo }), 'img').map((image) =>
      attributesOf(image).get('width'),
    ),
  );
  expect(widths).toEqual([['552'], ['264'], ['321']]);
});

it('keeps the difference between decorative and not described yet', () => {
  expect(stored('image', { url: '/files/a.webp', alt: '' }).value).toEqual({ url: '/files/a.webp', alt: '' });
  expect(stored('image', { url: '/files/a.webp' }).value).toEqual({ url: '/files/a.webp' });
  expect(stored('image', { url: '/files/a.webp', alt: null }).value).toEqual({
    url: '/files/a.webp',
    alt: null,
  });
});

it('shows a placeholder on the canvas while there is no picture', () => {
  const empty = createBlock('image', () => 'new');
  expect(wordsOf(canvasOf(empty))).toBe('Image');
  expect(findAll(pageOf([empty], { school: noLogo }), 'img')).toEqual([]);
});
