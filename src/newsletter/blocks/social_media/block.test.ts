import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, findAll, pageOf, stored } from '#test/newsletter-rendering.ts';

it('links each network in order, with named icons from our own host', () => {
  const html = pageOf([
    stored('social_media', { youtube: 'https://youtube.com/a', facebook: 'https://facebook.com/a' }),
  ]);
  const links = findAll(html, 'td a[href*=".com/a"]');
  expect(links.map((link) => attributesOf(link).get('href'))).toEqual([
    'https://facebook.com/a',
    'https://youtube.com/a',
  ]);
  const icons = ['Facebook', 'YouTube'].map((name) =>
    attributesOf(find(html, `img[alt="${name}"]`)).get('src'),
  );
  expect(icons).toEqual([
    'https://school.test/assets/newsletter/facebook.png',
    'https://school.test/assets/newsletter/youtube.png',
  ]);
});
