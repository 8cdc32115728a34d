import { expect, it } from 'vitest';
import { attributesOf } from '#test/newsletter-engines.ts';
import { canvasOf, find, findAll, PAGE_URL, pageOf, stored, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';

const row = { id: 'r1', title: 'Open morning', description: 'Tours.', date: '2026-10-03' };

it('shows day and month, the time if there is one, and the description', () => {
  expect(
    wordsOf(pageOf([stored('event', { rows: [{ ...row, time: '09:15' }] })], { calendar: false })),
  ).toContain('OCT 3 Open morning 09:15 · Tours.');
  expect(wordsOf(pageOf([stored('event', { rows: [row] })], { calendar: false }))).toContain(
    'OCT 3 Open morning Tours.',
  );
});

it('writes the month in the language of the school', () => {
  const html = pageOf([stored('event', { rows: [row] })], { school: { ...OAKFIELD, language: 'cy' } });
  expect(wordsOf(html)).toContain('HYD 3');
});

it('has a calendar link only where there is a calendar', () => {
  const block = stored('event', { rows: [row] }, 'dates');
  expect(attributesOf(find(pageOf([block]), 'a[href$=".ics"]')).get('href')).toBe(`${PAGE_URL}/dates/r1.ics`);
  expect(findAll(pageOf([block], { calendar: false }), 'a[href$=".ics"]')).toEqual([]);
});

it('shows an event whose date is still missing', () => {
  const unfinished = { rows: [{ id: 'r1', title: '', description: '', date: '' }] };
  expect(wordsOf(canvasOf({ name: 'a', type: 'event', value: unfinished }))).toBe('– – Event');
});
