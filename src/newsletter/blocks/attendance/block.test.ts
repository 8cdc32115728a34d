import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const row = (id: string, percents: number) => ({ id, name: `Class ${id}`, percents });

it('draws each bar as long as its percentage', () => {
  const html = pageOf([
    stored('attendance', { rows: [row('a', 98.2), row('b', 97), row('c', 0)], background: '#ffffff' }),
  ]);
  expect(findAll(html, 'table[width="98.2%"]')).toHaveLength(1);
  expect(findAll(html, 'table[width="97%"]')).toHaveLength(1);
  expect(wordsOf(html)).toContain('98.2%');
  expect(wordsOf(html)).toContain('97.0%');
  expect(wordsOf(html)).toContain('0.0%');
});

it('is a table whose classes are the heads of their rows', () => {
  for (const background of ['#ffffff', '#102030']) {
    const html = pageOf([stored('attendance', { rows: [row('a', 98), row('b', 97)], background })]);
    const heads = findAll(html, 'table:not([role]) > tbody > tr > th[scope="row"]');
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Class a', 'Class b']);
  }
});

it('shows no decimals if all percentages are whole', () => {
  expect(wordsOf(pageOf([stored('attendance', { rows: [row('a', 97)], background: '#ffffff' })]))).toContain(
    '97%',
  );
});

it('stays readable on a dark background', () => {
  const html = pageOf([stored('attendance', { rows: [row('a', 97)], background: '#102030' })]);
  expect(attributesOf(find(html, '.ink-box div')).get('style')).toContain('color:#ffffff');
});

it('clamps the percentages of a working copy to 0 to 100, and draws a missing one as none', () => {
  const value = { rows: [row('a', 1e9), row('b', -5), row('c', Number.NaN)], background: '#ffffff' };
  expect(wordsOf(canvasOf({ name: 'a', type: 'attendance', value }))).toBe(
    'Class a 100% Class b 0% Class c –',
  );
});

it('draws bars in the school’s colour, or in the fallback colour without one', () => {
  const blocks = [stored('attendance', { rows: [row('a', 50)], background: '#ffffff' })];
  const bare = { ...OAKFIELD, primary_color: null, secondary_color: null };
  expect(findAll(pageOf(blocks), 'td[bgcolor="#1f5d45"]')).not.toHaveLength(0);
  expect(findAll(pageOf(blocks, { school: bare }), 'td[bgcolor="#ffc408"]')).toHaveLength(1);
});
