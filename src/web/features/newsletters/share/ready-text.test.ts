import { expect, it } from 'vitest';
import { readyTexts } from './ready-text.ts';

const ADDRESS = 'https://inkwell.example/published/friday-news-k7q2m';
const CONTEXT = { school: 'Oakfield', address: ADDRESS, today: '2026-11-20' };
const row = (title: string, date: string) => ({ id: title, title, description: 'In the hall', date });
const CODE = [
  { name: 'a', type: 'heading', value: { text: 'A week of Romans' } },
  {
    name: 'b',
    type: 'event',
    value: { rows: [row('Fair', '2026-12-05'), row('Over', '2026-11-11')], order: 'date' },
  },
];

it('tells what is in a newsletter, and its next dates', () => {
  const texts = readyTexts({ title: 'Friday news', layout_type: 'one_column', code: CODE }, CONTEXT);
  expect(texts.website).toBe(
    `Friday news\nA week of Romans\nSaturday 5 December: Fair\n\nRead the newsletter:\n${ADDRESS}`,
  );
  expect(texts.messaging).toContain('Oakfield: ‘Friday news’ is out.\nA week of Romans');
  expect(texts.sms).toBe(`Oakfield: Friday news is out. ${ADDRESS}`);
});

it('fits one text message, the address whole', () => {
  for (const title of ['x'.repeat(80), 'x'.repeat(200)]) {
    const school = 'St Mary’s Church of England Primary School';
    const { sms } = readyTexts({ title, layout_type: 'one_column', code: [] }, { ...CONTEXT, school });
    expect(sms.length).toBeLessThanOrEqual(160);
    expect(sms.endsWith(ADDRESS)).toBe(true);
  }
});
