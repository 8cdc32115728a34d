import { nextWeekday } from '#newsletter/values/dates.ts';
import { addDays, daysBetween } from '#newsletter/values/day-arithmetic.ts';
import { dayIn, momentIn } from '#newsletter/values/time-zone.ts';

/** The days on which a school's newsletter comes out, by its rhythm. */

export const RHYTHMS = ['weekly', 'fortnightly'] as const;
export const TERM_KINDS = ['term', 'holiday'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** The days from one issue to the next. */
const STEP = { weekly: 7, fortnightly: 14 } as const;
/** The time of day at which drafts are made, in the school's zone. */
const DRAFT_TIME = '08:00';
/** The last day of a week. */
const SUNDAY = 0;
/** How far ahead issues are searched for: nobody enters term dates further ahead. */
const LOOKED_AHEAD_DAYS = 400;

/** The part of a rhythm that determines the issues' days. Days are `YYYY-MM-DD`, `time` is `HH:mm` in the school's zone. */
export interface IssueRhythm {
  readonly every: (typeof RHYTHMS)[number];
  /** The first day with an issue: it determines the weekday and, for fortnightly issues, which of two weeks. */
  readonly first_on: string;
  readonly time: string;
  readonly draft_days_before: number;
  readonly in_term_only: boolean;
}

/** A term or holiday, both days included. */
export interface TermRange {
  readonly kind: TermKind;
  readonly first_on: string;
  readonly last_on: string;
}

/** A day with an issue. */
export interface IssueDay {
  readonly day: string;
  /** The time for which the issue is planned. */
  readonly at: Date;
  /** The time at which its draft is made. */
  readonly draftAt: Date;
}

/** The most days before its issue that a draft can be made: always after the issue before. */
export function draftDaysMax(every: IssueRhythm['every']): number {
  return STEP[every] - 1;
}

/** The next `count` issues after a moment; fewer if the term dates end before. Issues in holidays are left out. */
export function issueDaysAfter(
  after: Date,
  count: number,
  rhythm: IssueRhythm,
  { terms, timeZone }: { readonly terms: readonly TermRange[]; readonly timeZone: string },
): readonly IssueDay[] {
  const { every, first_on, time, draft_days_before } = rhythm;
  const step = STEP[every];
  // The day of the moment itself may have an issue later that day.
  const from = dayIn(timeZone, after);
  const end = addDays(from, LOOKED_AHEAD_DAYS);
  const found: IssueDay[] = [];
  let day = addDays(first_on, Math.max(0, Math.ceil(daysBetween(first_on, from) / step)) * step);
  for (; day <= end && found.length < count; day = addDays(day, step)) {
    const at = momentIn(timeZone, day, time);
    if (at <= after || (rhythm.in_term_only && !isInTerm(day, terms))) continue;
    found.push({ day, at, draftAt: momentIn(timeZone, addDays(day, -draft_days_before), DRAFT_TIME) });
  }
  return found;
}

/** Whether two days are in the same week, which never has two issues: moving the weekday makes no second draft. */
export function isSameIssue(day: string, other: string): boolean {
  return sundayOf(day) === sundayOf(other);
}

function sundayOf(day: string): string {
  return nextWeekday(day, SUNDAY, 0);
}

/** Whether a day is in term. Without terms, only holidays count. */
export function isInTerm(day: string, ranges: readonly TermRange[]): boolean {
  const has = (kind: TermKind) => ranges.some((range) => range.kind === kind && isWithin(day, range));
  return !has('holiday') && (has('term') || !ranges.some(({ kind }) => kind === 'term'));
}

function isWithin(day: string, { first_on, last_on }: TermRange): boolean {
  return first_on <= day && day <= last_on;
}
