import { describe, expect, it } from 'vitest';
import { SCHOOL_LANGUAGES } from '#contract/school.ts';
import type { DateNews } from '#newsletter/changes/date-changes.ts';
import { readyTexts } from './ready-text.ts';

const ADDRESS = 'https://inkwell.example/published/friday-news-k7q2m';
const CONTEXT = { school: { name: 'Oakfield', language: 'en' }, address: ADDRESS, today: '2026-11-20' };
const ABOUT = {
  headings: ['A week of Romans'],
  dates: [
    { date: '2026-11-11', title: 'Over' },
    { date: '2026-12-05', title: 'Fair' },
  ],
};
const NOTHING = { headings: [], dates: [] };

it('tells what is in a newsletter, and its next dates', () => {
  const texts = readyTexts({ title: 'Friday news', ...ABOUT }, CONTEXT);
  expect(texts.website).toBe(
    `Friday news\nA week of Romans\nSaturday 5 December: Fair\n\nRead the newsletter:\n${ADDRESS}`,
  );
  expect(texts.messaging).toContain('Oakfield: ‘Friday news’ is out.\nA week of Romans');
  expect(texts.sms).toBe(`Oakfield: Friday news is out. ${ADDRESS}`);
});

it('fits one text message, the address whole', () => {
  for (const title of ['x'.repeat(80), 'x'.repeat(200)]) {
    const school = { name: 'St Mary’s Church of England Primary School', language: 'en' };
    const { sms } = readyTexts({ title, ...NOTHING }, { ...CONTEXT, school });
    expect(sms.length).toBeLessThanOrEqual(160);
    expect(sms.endsWith(ADDRESS)).toBe(true);
  }
});

it('is in the school’s language, its days too', () => {
  const school = { name: 'مدرسة النور', language: 'ar' };
  const texts = readyTexts({ title: 'أخبار الجمعة', ...ABOUT }, { ...CONTEXT, school });
  expect(texts.messaging).toBe(
    `مدرسة النور: صدر العدد «أخبار الجمعة».\nA week of Romans\nالسبت، 5 ديسمبر: Fair\n\nاقرؤوها هنا دون تسجيل الدخول:\n${ADDRESS}`,
  );
  expect(texts.website).toContain('قراءة النشرة:');
});

it.each(SCHOOL_LANGUAGES)(
  'fits one text message also where its letters take two bytes each: %s',
  (language) => {
    const title = 'A long title that takes more room';
    const context = { ...CONTEXT, school: { name: 'Oakfield Primary School', language } };
    const { sms } = readyTexts({ title, ...NOTHING }, context);
    // The rule of phones: a text with a letter outside GSM 03.38 can only have 70 letters.
    const isWide = /[^\x20-\x5f\x61-\x7a¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùü]/.test(sms);
    expect(sms.endsWith(` ${ADDRESS}`)).toBe(true);
    if (sms.includes(title)) expect(sms.length).toBeLessThanOrEqual(isWide ? 70 : 160);
    else expect(isWide).toBe(true);
  },
);

it('writes curly marks of a title as a text message has them', () => {
  const { sms } = readyTexts({ title: 'St Mary’s week', ...NOTHING }, CONTEXT);
  expect(sms).toBe(`Oakfield: St Mary's week is out. ${ADDRESS}`);
});

describe('of a newsletter that was published again with other dates', () => {
  const news: readonly DateNews[] = [
    { is: 'off', date: '2026-12-11', title: 'Christmas Fair' },
    { is: 'off', date: '2026-11-19', title: 'Over' },
  ];
  const about = { title: 'Friday news', ...ABOUT };

  it('says that, and nothing else', () => {
    const texts = readyTexts(about, { ...CONTEXT, news });
    const headline = 'Cancelled: Christmas Fair, Friday 11 December';
    expect(texts.messaging).toBe(`Oakfield: ${headline}\n\nRead it here, no sign-in needed:\n${ADDRESS}`);
    expect(texts.sms).toBe(`Oakfield: ${headline} ${ADDRESS}`);
    expect(texts.website).toBe(`${headline}\n\nRead the newsletter:\n${ADDRESS}`);
  });

  it('names each of them in the school’s language, and one where a text message has no room', () => {
    const school = { name: 'Grundschule am Markt', language: 'de' };
    const moved = { title: 'Weihnachtskonzert der dritten Klassen', date: '2026-12-14', time: '15:00' };
    const more = [...news, { is: 'changed', ...moved } as const];
    const texts = readyTexts(about, { ...CONTEXT, school, news: more });
    expect(texts.messaging).toContain(
      'Grundschule am Markt: Abgesagt: Christmas Fair, Freitag, 11. Dezember\nGeändert: Weihnachtskonzert der dritten Klassen, Montag, 14. Dezember, 15:00\n',
    );
    expect(texts.sms).toBe(`Abgesagt: Christmas Fair, Freitag, 11. Dezember ${ADDRESS}`);
  });

  it('is about the newsletter once those days are over', () => {
    const texts = readyTexts(about, { ...CONTEXT, news: news.slice(1) });
    expect(texts.sms).toBe(`Oakfield: Friday news is out. ${ADDRESS}`);
  });
});
