import { expect, it } from 'vitest';
import { fromCode } from '#newsletter/document/document.ts';
import { textOfNewsletter } from '#newsletter/render/compile-text.ts';
import { attributesOf } from '#test/newsletter-engines.ts';
import {
  canvasOf,
  find,
  findAll,
  mailOf,
  PAGE_URL,
  pageOf,
  stored,
  wordsOf,
} from '#test/newsletter-rendering.ts';
import { OAKFIELD, ORIGIN } from '#test/newsletter-samples.ts';
import { event, unfinishedFields } from './block.ts';

const row = { id: 'r1', title: 'Open morning', description: 'Tours.', date: '2026-10-03' };

it('shows day, month, optional time and description', () => {
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

it('shows a calendar link only if a calendar file exists', () => {
  const block = stored('event', { rows: [row] }, 'dates');
  expect(attributesOf(find(pageOf([block]), 'a[href$=".ics"]')).get('href')).toBe(`${PAGE_URL}/dates/r1.ics`);
  expect(findAll(pageOf([block], { calendar: false }), 'a[href$=".ics"]')).toEqual([]);
});

it('shows an event without a date on the canvas', () => {
  const unfinished = { rows: [{ id: 'r1', title: '', description: '', date: '' }] };
  expect(wordsOf(canvasOf({ name: 'a', type: 'event', value: unfinished }))).toBe('– – Event');
});

it('keeps a description’s line breaks and removes other invisible characters', () => {
  const description = ' Bring: \r\n- coat\t\u0007\n\n- lunch\n';
  const kept = event.schema.parse({ rows: [{ ...row, description }] });
  expect(kept.rows[0]?.description).toBe('Bring:\n- coat\n\n- lunch');
  for (const html of [pageOf([stored('event', kept)]), mailOf([stored('event', kept)])])
    expect(html).toContain('Bring:<br />- coat<br /><br />- lunch');
  const document = fromCode('one_column', [stored('event', kept)]);
  const mail = {
    title: 'T',
    today: '2026-11-20',
    document,
    school: OAKFIELD,
    target: 'mail',
    origin: ORIGIN,
  } as const;
  expect(textOfNewsletter(mail)).toContain('Bring:\n- coat\n\n- lunch');
});

it('names the fields that an event still lacks', () => {
  expect([...unfinishedFields(row)]).toEqual([]);
  expect([...unfinishedFields({ ...row, description: ' ', date: '' })]).toEqual(['description', 'date']);
});
