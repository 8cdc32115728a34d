import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkNewsletter } from '#newsletter/check/check-newsletter.ts';
import { codeSchema, fromCode, isAtFoot, toCode } from '#newsletter/document/document.ts';
import { blocksOf } from '#newsletter/document/layout.ts';
import { datesOf } from '#newsletter/document/traits.ts';
import { FRIDAY, formatWeekday, nextWeekday } from '#newsletter/values/dates.ts';
import { mailOf, pageOf, wordsOf } from '#test/newsletter-rendering.ts';
import { OAKFIELD } from '#test/newsletter-samples.ts';
import { TEMPLATES } from './index.ts';
import { documentOf, type TemplateContext } from './template.ts';

const occasion: TemplateContext = {
  today: '2026-11-21',
  school: { name: 'St Mary’s & All Saints <Primary>', website: 'https://www.st-marys.example' },
  art: (name) => `/files/${name}.jpg`,
};
const school = { ...OAKFIELD, name: occasion.school.name };

describe.each(TEMPLATES)('the template $id', (made) => {
  const document = documentOf(made, occasion);
  const code = toCode(document);
  const title = made.newsletterTitle(occasion);

  it('is stored unchanged', () => {
    const stored = codeSchema.parse(code);
    expect(stored).toEqual(code);
    expect(fromCode(made.layout, stored, document)).toEqual(document);
    expect(blocksOf(document).some(isAtFoot)).toBe(true);
  });

  it('passes the check without findings', () => {
    expect(checkNewsletter({ title, document, school })).toEqual([]);
  });

  it('names the school and has no leftovers, as page and as mail', () => {
    const page = pageOf(code, { layout: made.layout, school });
    const mail = mailOf(code, { layout: made.layout, school });
    for (const html of [page, mail]) {
      expect(wordsOf(html)).toContain(school.name);
      expect(html).not.toMatch(/lorem|ipsum|TODO|undefined|\[object/i);
    }
    expect(mail.length).toBeLessThan(90_000);
  });

  it('has dates on school days in the coming weeks', () => {
    const rows = blocksOf(document).flatMap(datesOf);
    expect(rows.length).toBeGreaterThan(0);
    for (const { date } of rows) {
      expect(date > occasion.today && date < '2027-03-01', date).toBe(true);
      expect([1, 2, 3, 4, 5]).toContain(new Date(date).getUTCDay());
    }
  });

  it('lists its drawings, and works without a website of the school', () => {
    const shown = new Set<string>();
    const bare = { ...occasion, school: { name: 'Elm Grove', website: 'http://elm-grove.example' } };
    codeSchema.parse(toCode(documentOf(made, { ...bare, art: (name) => `/files/${shown.add(name).size}` })));
    expect([...shown].sort()).toEqual([...made.art].sort());
  });
});

it('has five templates, and a file for each drawing', () => {
  expect(TEMPLATES.map(({ id }) => id)).toEqual([
    ...['weekly_bulletin', 'heads_letter', 'event', 'sports_day', 'term_dates'],
  ]);
  const drawings = ['art', 'cakes', 'choir', 'forest', 'harvest', 'library', 'school', 'sports'];
  for (const { art } of TEMPLATES) expect(drawings).toEqual(expect.arrayContaining([...art]));
  for (const name of drawings) expect(existsSync(`public/newsletter-art/${name}.jpg`), name).toBe(true);
});

it('finds weekdays across the end of a month or year', () => {
  expect(nextWeekday('2026-12-31', FRIDAY, 0)).toBe('2027-01-01');
  expect(nextWeekday('2028-02-25', FRIDAY, 0)).toBe('2028-02-25');
  expect(nextWeekday('2028-02-25', FRIDAY, 1)).toBe('2028-03-03');
  expect(formatWeekday('2028-02-29')).toBe('Tuesday 29 February');
});
