import {
  addDays,
  dateParts,
  daysBetween,
  sameDayNextMonth,
  sameWeekdayNextMonth,
} from '#newsletter/values/day-arithmetic.ts';

/** How often a newsletter comes out, derived from the days of its earlier issues. */
export type Rhythm = 'weekly' | 'fortnightly' | 'monthly' | 'termly';

// The longest distance in days that still counts as this rhythm.
const LONGEST = { weekly: 10, fortnightly: 21, monthly: 45 } as const;
/** A term with its holidays, in days. */
const TERM = 17 * 7;

/**
 * The rhythm of issues on these days, in any order. Holidays do not affect it. Null for too few days: two that are far
 * apart may have the holidays between them.
 */
export function rhythmOf(days: readonly string[]): Rhythm | null {
  const middle = middleDistance(days);
  if (middle === null) return null;
  if (middle <= LONGEST.weekly) return 'weekly';
  if (middle <= LONGEST.fortnightly) return 'fortnightly';
  if (middle <= LONGEST.monthly) return 'monthly';
  return new Set(days).size > 2 ? 'termly' : null;
}

/** The day of the issue after the one on `day`. `days` are those of the issues so far. */
export function nextDay(day: string, rhythm: Rhythm, days: readonly string[]): string {
  if (rhythm === 'weekly') return addDays(day, 7);
  if (rhythm === 'fortnightly') return addDays(day, 14);
  if (rhythm === 'termly')
    return addDays(day, Math.max(1, Math.round((middleDistance(days) ?? TERM) / 7)) * 7);
  const isSameDate = days.length > 1 && new Set(days.map((each) => dateParts(each).date)).size === 1;
  return isSameDate ? sameDayNextMonth(day) : sameWeekdayNextMonth(day);
}

/**
 * Like `nextDay`. After a break longer than the rhythm, such as the holidays, it is the first regular day from
 * `today` on: one missed issue is late, several are a break.
 */
export function nextDayFrom(day: string, rhythm: Rhythm, days: readonly string[], today: string): string {
  const next = nextDay(day, rhythm, days);
  if (nextDay(next, rhythm, days) > today) return next;
  let later = next;
  while (later < today) later = nextDay(later, rhythm, days);
  return later;
}

function middleDistance(days: readonly string[]): number | null {
  const sorted = [...new Set(days)].sort();
  const distances = sorted
    .slice(1)
    .map((day, index) => daysBetween(sorted[index] ?? day, day))
    .sort((one, other) => one - other);
  return distances[Math.floor((distances.length - 1) / 2)] ?? null;
}
