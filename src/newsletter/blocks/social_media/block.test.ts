import { expect, it } from 'vitest';
import { attributesOf, elementsOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, pageOf, stored } from '#test/newsletter-rendering.ts';
import { completeAccount, socialMedia } from './block.ts';

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

it('puts icons that a narrow column does not hold below the others, so that no two touch', () => {
  const all = ['facebook', 'twitter', 'instagram', 'linkedin', 'youtube'] as const;
  const links = Object.fromEntries(all.map((key) => [key, `https://${key}.com/a`]));
  const rows = findAll(canvasOf(stored('social_media', links), 195), '.ink-box table tr');
  const icons = rows.map((row) => [...elementsOf(row)].filter(({ nodeName }) => nodeName === 'IMG').length);
  expect(icons).toEqual([3, 0, 2]);
});

it('completes an account to its address', () => {
  const instagram = 'https://www.instagram.com/';
  expect(completeAccount(' @oakfield_primary ', instagram)).toBe(`${instagram}oakfield_primary`);
  expect(completeAccount('instagram.com/oakfield', instagram)).toBe('https://instagram.com/oakfield');
  expect(completeAccount('@two words', instagram)).toBe('@two words');
});

it('takes an account as it is typed', () => {
  expect(socialMedia.schema.parse({ instagram: '@oakfield', youtube: ' @oakfield' })).toEqual({
    instagram: 'https://www.instagram.com/oakfield',
    youtube: 'https://www.youtube.com/@oakfield',
  });
  expect(socialMedia.schema.safeParse({ instagram: '@two words' }).success).toBe(false);
});
