import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '#newsletter/values/day-arithmetic.ts';
import { DAY_MS, HOUR_MS } from '#newsletter/values/durations.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';
import { pick, randomFrom } from '#test/random-texts.ts';
import { ZONES } from '#test/zones.ts';
import {
  draftDaysMax,
  type IssueRhythm,
  isSameIssue,
  issueDaysAfter,
  RHYTHMS,
  type TermRange,
} from './issue-days.ts';

const WEEKLY: IssueRhythm = {
  every: 'weekly',
  first_on: '2026-11-06',
  time: '15:00',
  draft_days_before: 4,
  in_term_only: true,
};
const LONDON = 'Europe/London';
const issues = (
  moment: string,
  count = 3,
  rhythm: Partial<IssueRhythm> = {},
  terms: readonly TermRange[] = [],
) => issueDaysAfter(new Date(moment), count, { ...WEEKLY, ...rhythm }, { terms, timeZone: LONDON });
const days = (...given: Parameters<typeof issues>) => issues(...given).map(({ day }) => day);
const range = (kind: TermRange['kind'], first_on: string, last_on: string) => ({ kind, first_on, last_on });

describe('the issues of a rhythm', () => {
  it('come every week at their time, with their drafts some days before', () => {
    expect(issues('2026-11-23T10:00:00Z', 2)).toEqual([
      {
        day: '2026-11-27',
        at: new Date('2026-11-27T15:00:00Z'),
        draftAt: new Date('2026-11-23T08:00:00Z'),
      },
      {
        day: '2026-12-04',
        at: new Date('2026-12-04T15:00:00Z'),
        draftAt: new Date('2026-11-30T08:00:00Z'),
      },
    ]);
  });

  it('are the next ones: that of today until its time, none before the first', () => {
    expect(days('2026-11-27T14:59:59Z', 1)).toEqual(['2026-11-27']);
    expect(days('2026-11-27T15:00:00Z', 1)).toEqual(['2026-12-04']);
    expect(days('2026-01-01T00:00:00Z', 1)).toEqual(['2026-11-06']);
  });

  it('keep to their weeks, every second one', () => {
    const every = 'fortnightly';
    expect(days('2026-11-23T10:00:00Z', 2, { every })).toEqual(['2026-12-04', '2026-12-18']);
    expect(days('2026-11-23T10:00:00Z', 2, { every, first_on: '2026-11-13' })).toEqual([
      '2026-11-27',
      '2026-12-11',
    ]);
    const holiday = [range('holiday', '2026-12-04', '2026-12-04')];
    expect(days('2026-11-23T10:00:00Z', 2, { every }, holiday)).toEqual(['2026-12-18', '2027-01-01']);
  });

  it('are one for each week, from Monday to Sunday', () => {
    const others = ['2026-11-22', '2026-11-23', '2026-11-29', '2026-11-30'];
    expect(others.map((other) => isSameIssue('2026-11-25', other))).toEqual([false, true, true, false]);
  });

  it('leave out holidays, and what is in no term where there are terms', () => {
    const holiday = range('holiday', '2026-12-04', '2026-12-10');
    expect(days('2026-11-28T10:00:00Z', 2, {}, [holiday])).toEqual(['2026-12-11', '2026-12-18']);
    const terms = [range('term', '2026-11-30', '2026-12-11'), range('term', '2027-01-08', '2027-01-08')];
    expect(days('2026-11-23T10:00:00Z', 5, {}, terms)).toEqual(['2026-12-04', '2026-12-11', '2027-01-08']);
    expect(days('2026-11-23T10:00:00Z', 5, {}, [...terms, holiday])).toEqual(['2026-12-11', '2027-01-08']);
    expect(days('2027-02-01T10:00:00Z', 5, {}, terms)).toEqual([]);
    expect(days('2026-11-23T10:00:00Z', 1, { in_term_only: false }, terms)).toEqual(['2026-11-27']);
  });

  it('keep their time of day when the clocks change', () => {
    const found = issues('2027-03-20T10:00:00Z', 2);
    expect(found.map(({ at }) => at.toISOString())).toEqual([
      '2027-03-26T15:00:00.000Z',
      '2027-04-02T14:00:00.000Z',
    ]);
    // The night in which the clocks go forward: the draft is made at eight all the same.
    const monday = issues('2027-03-20T10:00:00Z', 1, { first_on: '2027-03-29', draft_days_before: 1 });
    expect(monday[0]?.draftAt.toISOString()).toBe('2027-03-28T07:00:00.000Z');
  });

  // Compared with a plain search day by day, in zones whose clocks change, also around midnight.
  it.each([1, 2, 3, 4])('are what a search finds, with random dates %i', (seed) => {
    const random = randomFrom(seed);
    for (let round = 0; round < 150; round += 1) {
      const timeZone = pick(random, [...ZONES, 'America/Sao_Paulo', 'Africa/Cairo']);
      const rhythm = randomRhythm(random);
      const terms = Array.from({ length: Math.floor(random() * 5) }, () => randomRange(random));
      const from = new Date(Date.parse('2026-06-01T00:00:00Z') + Math.floor(random() * 500 * 24) * HOUR_MS);
      const found = issueDaysAfter(from, 4, rhythm, { terms, timeZone });
      expect(found.map(({ day }) => day)).toEqual(search(from, 4, rhythm, { terms, timeZone }));
      for (const { day, at, draftAt } of found) {
        expect(dayIn(timeZone, at)).toBe(day);
        expect(dayIn(timeZone, draftAt)).toBe(addDays(day, -rhythm.draft_days_before));
        expect(draftAt < at).toBe(true);
        // Later than the issue before, which the draft continues.
        expect(draftAt.getTime()).toBeGreaterThan(at.getTime() - stepOf(rhythm) * DAY_MS - HOUR_MS);
      }
    }
  });
});

const stepOf = ({ every }: IssueRhythm) => (every === 'weekly' ? 7 : 14);

function randomRhythm(random: () => number): IssueRhythm {
  const every = pick(random, RHYTHMS);
  return {
    every,
    first_on: addDays('2026-05-01', Math.floor(random() * 200)),
    time: pick(random, ['00:00', '00:30', '01:30', '08:00', '15:00', '23:59']),
    draft_days_before: 1 + Math.floor(random() * draftDaysMax(every)),
    in_term_only: random() < 0.8,
  };
}

function randomRange(random: () => number): TermRange {
  const first_on = addDays('2026-05-01', Math.floor(random() * 700));
  const last_on = addDays(first_on, Math.floor(random() * 60));
  return { kind: pick(random, ['term', 'holiday']), first_on, last_on };
}

function search(
  from: Date,
  count: number,
  rhythm: IssueRhythm,
  { terms, timeZone }: { readonly terms: readonly TermRange[]; readonly timeZone: string },
): readonly string[] {
  const start = dayIn(timeZone, from);
  return Array.from({ length: 401 }, (_, index) => addDays(start, index))
    .filter((day) => {
      const distance = daysBetween(rhythm.first_on, day);
      if (distance < 0 || distance % stepOf(rhythm) !== 0) return false;
      if (momentIn(timeZone, day, rhythm.time) <= from) return false;
      if (!rhythm.in_term_only) return true;
      const within = terms.filter(({ first_on, last_on }) => first_on <= day && day <= last_on);
      if (within.some(({ kind }) => kind === 'holiday')) return false;
      return terms.every(({ kind }) => kind === 'holiday') || within.length > 0;
    })
    .slice(0, count);
}
