import { describe, expect, it } from 'vitest';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { parseCalendar } from '#test/calendars.ts';
import { VECTORS } from '#test/vectors.ts';
import { calendarFile } from './calendar-file.ts';

const source = {
  schoolName: 'Oakfield',
  language: 'en',
  pageUrl: 'https://school.example/published/july-0123456789abcd',
  publishedAt: new Date('2026-07-01T10:00:00Z'),
  productName: 'Inkwell',
};
const entry = { key: 'k', uid: 'n.k', sequence: 4, start: '2026-07-09', title: 'T', description: 'D' };

describe('a calendar file', () => {
  it('contains any title and description, and nothing beyond them', () => {
    const hostile = [
      'a;b,c\\d:e "f"',
      'one\nBEGIN:VEVENT\nUID:x',
      'one\r\nEND:VEVENT\r\nEND:VCALENDAR',
      '\u0000\u0007bell\u001b',
      '学校'.repeat(90),
      '🎃👩‍👩‍👧'.repeat(25),
      'x'.repeat(200),
      '\\n \\; \\',
      'menu\u202efdp.exe',
      ...VECTORS,
    ];
    for (const words of hostile) {
      const events = parseCalendar(
        calendarFile({
          ...source,
          events: [{ ...entry, title: words, description: words }, entry],
          name: words,
          schoolName: words,
          productName: words,
        }),
      );
      expect(events).toHaveLength(2);
      const clean = withoutInvisible(words)
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, '')
        .trim();
      expect(events[0]?.SUMMARY).toBe(clean.replace(/\s+/g, ' '));
      expect(events[0]?.DESCRIPTION?.startsWith(clean)).toBe(true);
    }
  });

  it('has its name and that of the product, escaped like the texts of its events', () => {
    const words = 'Fair; cakes, tea\\n';
    const file = calendarFile({ ...source, events: [entry], name: words, productName: words });
    const lines = file.replaceAll('\r\n ', '').split('\r\n');
    const escaped = String.raw`Fair\; cakes\, tea\\n`;
    expect(lines).toContain(`NAME:${escaped}`);
    expect(lines).toContain(`X-WR-CALNAME:${escaped}`);
    expect(lines).toContain(`PRODID:-//${escaped}//Newsletters//EN`);
  });

  it('says in the title what is cancelled, in the school’s language', () => {
    const events = [{ ...entry, cancelled: true as const }, entry];
    const shown = (language: string) => parseCalendar(calendarFile({ ...source, language, events }));
    expect(shown('en')).toMatchObject([{ SUMMARY: 'Cancelled: T', STATUS: 'CANCELLED' }, { SUMMARY: 'T' }]);
    expect(shown('de')[0]?.SUMMARY).toBe('Abgesagt: T');
  });

  it('is the same each time', () => {
    const file = calendarFile({ ...source, events: [entry] });
    expect(calendarFile({ ...source, events: [entry] })).toBe(file);
    expect(parseCalendar(file)[0]).toMatchObject({ UID: 'n.k', SEQUENCE: '4', DTSTAMP: '20260701T100000Z' });
  });
});
