import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { findAll, pageOf, stored } from '#test/newsletter-rendering.ts';

const clubs = { headings: ['Club', 'Day'], rows: [['Chess', 'Mon'], ['Choir']], rowHeads: true };
const page = (value: object) => pageOf([stored('table', value)]);
const cells = (html: string, selector: string) =>
  findAll(html, `.ink-grid ${selector}`).map((cell) => [attributesOf(cell).get('scope'), cell.textContent]);

it('has headings for columns and rows that a screen reader can read', () => {
  expect(cells(page(clubs), 'th')).toEqual([
    ['col', 'Club'],
    ['col', 'Day'],
    ['row', 'Chess'],
    ['row', 'Choir'],
  ]);
  expect(cells(page({ ...clubs, rowHeads: false }), 'tbody th')).toEqual([]);
});

it('names the column in each cell, for phones, where rows are cards', () => {
  const html = page(clubs);
  expect(cells(html, 'td').map(([, text]) => text)).toEqual(['Day: Mon', 'Day: ']);
  for (const label of findAll(html, '.ink-label'))
    expect(attributesOf(label).get('style')).toContain('display:none');
  expect(html).toMatch(/max-width:479px\).*\.ink-grid thead \{ display: none/s);
});
