import { expect, it } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, mailOf, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const block = stored('button', { btnText: 'See all the photos', url: 'https://example.org/photos' });

it('renders a link in the school’s colour with readable text', () => {
  const dark = attributesOf(find(pageOf([block]), 'a[href="https://example.org/photos"]')).get('style');
  expect(dark).toContain('background:#1f5d45');
  expect(dark).toContain('color:#ffffff');
  const sky = { ...OAKFIELD, primary_color: null };
  const light = attributesOf(
    find(pageOf([block], { school: sky }), 'a[href="https://example.org/photos"]'),
  ).get('style');
  expect(light).toContain('background:#34c3ee');
  expect(light).toContain('color:#16243d');
});

it('shows a button without a URL on the canvas but not on the page', () => {
  const empty = createBlock('button', () => 'new');
  expect(wordsOf(canvasOf(empty))).toBe('Button');
  expect(findAll(pageOf([empty]), '.ink-button')).toEqual([]);
});

it('links to nothing on the canvas while its URL is invalid', () => {
  const html = canvasOf({ name: 'a', type: 'button', value: { btnText: 'Go', url: 'javascript:alert(1)' } });
  expect(attributesOf(find(html, 'a')).get('href')).toBe('#');
});

it('has its address for paper on the page, below it, and not in mails', () => {
  const address = attributesOf(find(pageOf([block]), '.ink-printed p')).get('data-address');
  expect(address).toBe('https://example.org/photos');
  expect(wordsOf(pageOf([block]))).not.toContain('https://example.org/photos');
  for (const html of [mailOf([block]), canvasOf(block)]) expect(findAll(html, '.ink-printed')).toEqual([]);
});
