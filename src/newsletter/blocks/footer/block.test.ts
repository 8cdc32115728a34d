import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { find, findAll, mailOf, pageOf, stored } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const block = stored('footer', { text: 'Until Friday.\nHave a good week!' });

it('has the primary colour or its fallback as background', () => {
  expect(attributesOf(find(pageOf([block]), '.ink-footer')).get('style')).toContain('background:#1f5d45');
  const school = { ...OAKFIELD, primary_color: null };
  expect(attributesOf(find(pageOf([block], { school }), '.ink-footer')).get('style')).toContain(
    'background:#34c3ee',
  );
});

it('shows the school’s name and contact details, then its own text', () => {
  const footer = find(pageOf([block]), '.ink-footer');
  const lines = findAll(pageOf([block]), '.ink-footer p').map((line) => line.textContent);
  expect(lines).toEqual([
    'Oakfield Primary School',
    'office@oakfield.sch.example · 01632 960 148',
    'www.oakfield.sch.example',
    'Until Friday.Have a good week!',
  ]);
  expect(footer.textContent).toContain('Until Friday.');
});

it('leaves out missing contact details', () => {
  const school = { ...OAKFIELD, website: null, phone: '' };
  const lines = findAll(pageOf([stored('footer', { text: '' })], { school }), '.ink-footer p').map(
    (line) => line.textContent,
  );
  expect(lines).toEqual(['Oakfield Primary School', 'office@oakfield.sch.example']);
});

it('is rendered below all columns, wherever it is in its own', () => {
  const html = pageOf(
    [block, stored('heading', { text: 'Right' }, 'b'), stored('heading', { text: 'Left' }, 'c')],
    { layout: 'two_columns_center' },
  );
  const words = html.indexOf('Until Friday.');
  expect(html.indexOf('Left')).toBeLessThan(words);
  expect(html.indexOf('Right')).toBeLessThan(words);
  expect(findAll(html, '.mj-column-per-50 .ink-footer')).toEqual([]);
});

it('keeps the lines of the postal address', () => {
  const school = { ...OAKFIELD, postal_address: 'Oak Lane 1\nHatfield AL9 5JJ' };
  for (const html of [pageOf([block], { school }), mailOf([block], { school })])
    expect(html).toContain('Oak Lane 1<br />Hatfield AL9 5JJ');
});

it.each([
  ['01614960123', '0161 496 0123'],
  ['02079460123', '020 7946 0123'],
  ['01632960148', '01632 960148'],
  ['01632 960 148', '01632 960 148'],
  ['0301234567', '0301234567'],
])('shows the phone number %s as %s', (phone, shown) => {
  const html = pageOf([block], { school: { ...OAKFIELD, phone } });
  const words = find(html, '.ink-footer a[href^="tel:"]').textContent?.replaceAll('\u00a0', ' ');
  expect(words).toBe(shown);
});
