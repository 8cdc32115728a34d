import { describe, expect, it } from 'vitest';
import { findingsOf, fixedValue, sample, textBlockOf } from '#test/support/newsletter/check-samples.ts';
import { findShouting } from './shouting.ts';

const heading = (text: string) => sample('heading', { text });
const fixedHeading = (text: string, rest: readonly string[] = [], language = 'en') => {
  const others = rest.map((html, index) => textBlockOf(`<p>${html}</p>`, `rest-${index}`));
  return fixedValue(
    findingsOf('capitals', [heading(text), ...others], { language }).find(({ block }) => block === 'heading'),
  );
};

describe('detection', () => {
  it.each([
    'SPORTS DAY',
    'YEAR 6 TRIP',
    'IMPORTANT!',
    'ΑΘΛΗΤΙΚΗ ΗΜΕΡΑ',
    'СПОРТИВНЫЙ ДЕНЬ',
    'FÊTE DE L’ÉCOLE',
    'SPORTFEST',
  ])('finds %j', (text) => expect(findingsOf('capitals', [heading(text)])).toHaveLength(1));
  it.each([
    'PTA AGM',
    'NSPCC',
    'Y6 & KS2',
    'Sports day',
    'The PTA meets',
    'A',
    '2026',
    '运动会',
    'يوم الرياضة',
    'खेल दिवस',
  ])('ignores %j', (text) => expect(findingsOf('capitals', [heading(text)])).toEqual([]));
  it('finds a sentence in a longer text, but no acronyms or single words', () => {
    const text = 'The PTA says: PLEASE BRING A WARM COAT. It is VERY cold at NASA HQ.';
    expect(findShouting(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      'PLEASE BRING A WARM COAT',
    ]);
  });
});

describe('sentence case', () => {
  it.each([
    ['SPORTS DAY', { text: 'Sports day' }],
    ['YEAR 6 TRIP TO KS2', { text: 'Year 6 trip to KS2' }],
    ['THANK YOU! SEE YOU ON FRIDAY', { text: 'Thank you! See you on Friday' }],
    ['THE OAKFIELD PRIMARY SCHOOL FAIR', { text: 'The Oakfield Primary School fair' }],
    ['A VISIT BY OAKFIELD', { text: 'A visit by Oakfield' }],
  ])('is applied to %j', (text, value) => expect(fixedHeading(text)).toEqual(value));

  it('keeps acronyms and names as written elsewhere in the newsletter', () => {
    const rest = ['The PTA met at Oakwood Hall.', 'Ask Mrs Adeyemi about the hall.'];
    expect(fixedHeading('PTA CAKE SALE WITH MRS ADEYEMI IN THE HALL', rest)).toEqual({
      text: 'PTA cake sale with Mrs Adeyemi in the hall',
    });
  });

  it('follows the school’s language', () => {
    expect(fixedHeading('DEPORTES EL VIERNES', [], 'es')).toEqual({ text: 'Deportes el viernes' });
    expect(fixedHeading('SPOR GÜNÜ ISPARTA', [], 'tr')).toEqual({ text: 'Spor günü ısparta' });
    // German capitalises nouns, which a program cannot tell apart.
    expect(
      findingsOf('capitals', [heading('GROSSES SPORTFEST')], { language: 'de' })[0]?.fix,
    ).toBeUndefined();
  });
});

describe('scope', () => {
  it('changes the words of rich text and keeps the formatting', () => {
    const html =
      '<p>Hello</p><ul><li><strong>BRING A</strong> <a href="https://a.test/">WARM C<em>OAT</em></a>, please</li></ul>';
    const [finding] = findingsOf('capitals', [textBlockOf(html)]);
    expect(finding).toMatchObject({ path: 'html', range: { words: 'BRING A WARM COAT' } });
    expect(fixedValue(finding)).toEqual({
      html: '<p>Hello</p><ul><li><strong>Bring A</strong> <a href="https://a.test/">warm c<em>oat</em></a>, please</li></ul>',
    });
  });

  it('fixes one finding at a time', () => {
    const findings = findingsOf('capitals', [
      textBlockOf('<h1>SPORTS DAY</h1><p>fine</p><p>SUMMER FAIR<br>YOUR SCHOOL</p>'),
    ]);
    expect(findings).toHaveLength(2);
    expect(fixedValue(findings[1])).toEqual({
      html: '<h1>SPORTS DAY</h1><p>fine</p><p>Summer fair<br>Your school</p>',
    });
  });

  it('checks titles, buttons, events, videos, downloads and footers', () => {
    const url = 'https://school.test/a';
    const blocks = [
      sample('button', { btnText: 'BUY TICKETS', url }),
      sample('event', {
        rows: [{ id: 'r', title: 'SPORTS DAY', description: 'On the field', date: '2026-06-01' }],
      }),
      sample('video', { title: 'SCHOOL CHOIR', url }),
      sample('download', { name: 'LUNCH MENU', url }),
      sample('footer', { text: 'See you soon\nWARM REGARDS FROM THE OFFICE' }),
    ];
    const findings = findingsOf('capitals', blocks, { title: 'AUTUMN NEWS' });
    expect(findings.map(({ block, path }) => [block, path])).toEqual([
      [null, 'title'],
      ['button', 'btnText'],
      ['event', 'rows.0.title'],
      ['video', 'title'],
      ['download', 'name'],
      ['footer', 'text'],
    ]);
    expect(findings.map(fixedValue)).toEqual([
      'Autumn news',
      { btnText: 'Buy tickets', url },
      { rows: [{ id: 'r', title: 'Sports day', description: 'On the field', date: '2026-06-01' }] },
      { title: 'School choir', url },
      { name: 'Lunch menu', url },
      { text: 'See you soon\nWarm regards from the office' },
    ]);
  });
});
