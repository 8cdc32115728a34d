import { expect, it } from 'vitest';
import { createBlock } from '#newsletter/document/document.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, pageOf, problemsOf, stored } from '#test/newsletter-rendering.ts';

it('renders an h2 in the school’s colour, smaller in a narrow column', () => {
  const block = stored('heading', { text: 'A harvest' });
  const wide = find(pageOf([block]), 'h2');
  const narrow = find(pageOf([block], { layout: 'two_columns_center' }), 'h2');
  expect(wide.textContent).toBe('A harvest');
  expect(attributesOf(find(pageOf([block]), '.ink-heading div')).get('style')).toContain('color:#1f5d45');
  expect(attributesOf(wide).get('style')).toContain('font-size:34px');
  expect(attributesOf(narrow).get('style')).toContain('font-size:24px');
});

it('accepts up to 200 characters', () => {
  expect(problemsOf('heading', { text: 'x'.repeat(200) })).toEqual([]);
  expect(problemsOf('heading', { text: 'x'.repeat(201) })).toEqual(['0.value.text: Limit is 200 symbols']);
});

it('is stored as one line without invisible characters', () => {
  expect(stored('heading', { text: ' A\n\tharvest\u0000 ' }).value).toEqual({ text: 'A harvest' });
});

it('shows a placeholder for an empty heading on the canvas only', () => {
  const empty = createBlock('heading', () => 'new');
  expect(find(canvasOf(empty), 'h2').textContent).toBe('Heading');
  expect(findAll(pageOf([empty]), 'h2')).toEqual([]);
});
