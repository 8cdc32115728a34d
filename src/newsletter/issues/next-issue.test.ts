import { describe, expect, it } from 'vitest';
import { type Issue, nextIssue } from './next-issue.ts';
import { moveNextSentence, nextSentence } from './next-sentence.ts';

const issue = (title: string, about: string, issueDate: string | null = null): Issue => ({
  title,
  issueDate,
  about,
});
const followOf = (last: Issue, earlier: readonly Issue[] = [], language = 'en', today = last.about) =>
  nextIssue(last, earlier, { language, today });

describe('the title of the next issue', () => {
  it.each([
    ['Newsletter 13 November', 'Newsletter 20 November'],
    ['Newsletter 27 November 2026', 'Newsletter 4 December 2026'],
    ['News, Friday 13th November', 'News, Friday 20th November'],
    ['Week of 9 to 13 November', 'Week of 16 to 20 November'],
    ['Week of 23–27 November', 'Week of 30 November–4 December'],
    ['November 13: what is on', 'November 20: what is on'],
    ['NEWS 13 NOV', 'NEWS 20 NOV'],
    ['Bulletin 13/11/2026', 'Bulletin 20/11/2026'],
    ['Bulletin 27.11.26', 'Bulletin 04.12.26'],
    ['2026-11-13 news', '2026-11-20 news'],
    ['Issue 12', 'Issue 13'],
    ['Newsletter no. 9, 13 November', 'Newsletter no. 10, 20 November'],
    ['Friday news #099', 'Friday news #100'],
    ['Autumn week 5', 'Autumn week 6'],
    ['Week 5 – 13 November', 'Week 6 – 20 November'],
    ['Friday news', 'Friday news'],
    ['Year 3/4 and class 12 at Bletchley 1940', 'Year 3/4 and class 12 at Bletchley 1940'],
    ['We may march', 'We may march'],
  ])('follows %j with %j', (title, next) => {
    const day = title.includes('27') ? '2026-11-27' : '2026-11-13';
    expect(followOf(issue(title, day)).title).toBe(next);
  });

  it.each([
    ['November news', 'December news'],
    ['News November 2026', 'News December 2026'],
    ['Autumn term', 'Spring term'],
    ['Autumn 2026', 'Spring 2027'],
  ])('takes the rhythm from %j without earlier issues', (title, next) => {
    expect(followOf(issue(title, '2026-11-13')).title).toBe(next);
  });

  it('is in the language of the school', () => {
    expect(followOf(issue('Elternbrief, 27. November', '2026-11-27'), [], 'de').title).toBe(
      'Elternbrief, 4. Dezember',
    );
    expect(followOf(issue('Gazetka 27 listopada', '2026-11-27'), [], 'pl').title).toBe('Gazetka 4 grudnia');
    expect(followOf(issue('Cylchlythyr 13 Tachwedd', '2026-11-13'), [], 'cy').title).toBe(
      'Cylchlythyr 20 Tachwedd',
    );
    expect(followOf(issue('نشرة الجمعة 27 نوفمبر', '2026-11-27'), [], 'ar').title).toBe(
      'نشرة الجمعة 4 ديسمبر',
    );
    expect(followOf(issue('أخبار الخريف، العدد 12', '2026-11-27'), [], 'ar').title).toBe(
      'أخبار الخريف، العدد 13',
    );
  });
});

describe('the day of the next issue', () => {
  const series = (...days: readonly string[]) => days.map((day) => issue('Friday news', day, day));

  it.each([
    ['a week', ['2026-10-30', '2026-11-06', '2026-11-13'], '2026-11-20'],
    ['a fortnight', ['2026-10-16', '2026-10-30', '2026-11-13'], '2026-11-27'],
    ['a month, on the same weekday of it', ['2026-09-11', '2026-10-09', '2026-11-13'], '2026-12-11'],
    ['a month, on the same day of it', ['2026-09-01', '2026-10-01', '2026-11-01'], '2026-12-01'],
    ['a term', ['2026-01-09', '2026-04-24', '2026-09-04'], '2026-12-18'],
    ['a week, whatever the holidays', ['2026-07-10', '2026-07-17', '2026-09-11', '2026-09-18'], '2026-09-25'],
  ])('is %s later', (_words, days, next) => {
    const earlier = series(...days);
    const last = earlier.at(-1) ?? issue('', '');
    expect(followOf(last, earlier).day).toBe(next);
  });

  it('counts issues of the same series alone', () => {
    const earlier = [
      issue('Newsletter 30 October', '2026-10-30'),
      issue('Sports day', '2026-11-05'),
      issue('Newsletter 13 November', '2026-11-13'),
    ];
    expect(followOf(issue('Newsletter 13 November', '2026-11-14'), earlier)).toEqual({
      title: 'Newsletter 27 November',
      day: '2026-11-27',
      after: '2026-11-13',
      following: '2026-12-11',
    });
  });

  it('is the first of the rhythm from today on after a break, but not for one late issue', () => {
    const last = issue('Newsletter 17 July', '2026-07-17');
    expect(followOf(last, [], 'en', '2026-09-02')).toMatchObject({
      title: 'Newsletter 4 September',
      day: '2026-09-04',
    });
    expect(followOf(last, [], 'en', '2026-07-28').day).toBe('2026-07-24');
  });

  it.each([
    ['Spring bulletin', '2026-11-29', [], 'Summer bulletin', '2026-12-06'],
    [
      'Spring bulletin',
      '2026-11-29',
      ['2026-11-01', '2026-11-15', '2026-11-29'],
      'Summer bulletin',
      '2026-12-13',
    ],
    // Two issues with the holidays between them do not make a rhythm.
    ['News', '2026-09-11', ['2026-07-10', '2026-09-11'], 'News', '2026-09-18'],
    // The day of another event, months ahead.
    ['Open day on 12 March', '2026-11-27', [], 'Open day on 19 March', '2026-12-04'],
  ] as const)('of %j on %s is no term later', (title, day, others, next, nextDay) => {
    const earlier = others.map((each) => issue('Other news', each));
    expect(followOf(issue(title, day), earlier)).toMatchObject({ title: next, day: nextDay });
  });
});

describe('the sentence about the next newsletter', () => {
  const days = { day: '2026-12-04', following: '2026-12-11' };
  const moved = 'The next newsletter is on Friday 11 December.';

  it.each([
    [nextSentence('2026-12-04'), moved],
    ['The next newsletter is on Friday 27 November.', moved],
    [
      'Well done!\nThe next newsletter is on 4th December 2026. Bye.',
      'Well done!\nThe next newsletter is on 11th December 2026. Bye.',
    ],
    // The day is still to come, or the sentence is another one.
    ['The next newsletter is on Friday 8 January.', 'The next newsletter is on Friday 8 January.'],
    ['The next newsletter is on Friday.', 'The next newsletter is on Friday.'],
    [
      'The next newsletter is on 4 December or 5 December.',
      'The next newsletter is on 4 December or 5 December.',
    ],
    ['The fair is on Friday 4 December.', 'The fair is on Friday 4 December.'],
  ])('of %j becomes %j', (words, next) => {
    expect(moveNextSentence(words, days)).toBe(next);
  });

  it('says the day after in a monthly rhythm', () => {
    const months = ['2026-09-11', '2026-10-09', '2026-11-13'].map((day) => issue('News', day, day));
    expect(followOf(issue('News', '2026-11-13', '2026-11-13'), months)).toMatchObject({
      day: '2026-12-11',
      following: '2027-01-08',
    });
  });
});
