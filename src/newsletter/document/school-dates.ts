import { addDays } from '#newsletter/values/day-arithmetic.ts';

/** The school's dates, for blocks that fill themselves. */

/** A date of the school. Days are `YYYY-MM-DD`, times `HH:mm` in the school's time zone. */
export type SchoolDate = {
  /** Stays the same when the date changes. */
  readonly id: string;
  readonly title: string;
  readonly date: string;
  /** The last day, for a date of several days. */
  readonly lastDay: string | null;
  readonly time: string | null;
  readonly end: string | null;
  readonly place: string | null;
  readonly isCancelled: boolean;
  /** The ids of the groups that it is for; empty for the whole school. */
  readonly groups: readonly string[];
};

export type SchoolDates = {
  /** Today in the school's time zone. */
  readonly today: string;
  /** The first day of ranges, if they begin earlier. */
  readonly asOf?: string;
  /** The dates that are not over, including holidays, earliest first. */
  readonly dates: readonly SchoolDate[];
  /** The first days of holidays. */
  readonly holidays: readonly string[];
  /** The group in use for an id, which may be that of a group merged into it; undefined if there is none any more. */
  readonly groupOf: (id: string) => { readonly id: string; readonly name: string } | undefined;
  /** Whether everybody may see dates for these groups in use: see `isPublicDate`. */
  readonly isPublic: (groups: readonly string[]) => boolean;
  /** The path of the school's diary; null while it has none. */
  readonly diary: string | null;
};

/** How far ahead dates are shown. */
export const RANGES = ['2_weeks', '4_weeks', 'holiday', 'all'] as const;
export type DateRange = (typeof RANGES)[number];

/** How many days are shown if no holiday is ahead. */
const USUAL_DAYS = 56;
const DAYS = { '2_weeks': 14, '4_weeks': 28 } as const;

/** The last day of a range; undefined if it is unlimited. */
export function rangeEnd(
  range: DateRange,
  { today, asOf = today, holidays }: SchoolDates,
): string | undefined {
  if (range === 'all') return undefined;
  if (range !== 'holiday') return addDays(asOf, DAYS[range]);
  return holidays.filter((day) => day > asOf).sort()[0] ?? addDays(asOf, USUAL_DAYS);
}

/** The dates of a range that are for the whole school or any of these groups; without `groups`, all that everybody may see. */
export function datesIn(
  school: SchoolDates,
  range: DateRange,
  groups: readonly string[] | undefined,
): readonly SchoolDate[] {
  const end = rangeEnd(range, school);
  const chosen = groups && new Set(groups.map((id) => school.groupOf(id)?.id));
  return school.dates.filter((date) => {
    if ((date.lastDay ?? date.date) < school.today || (end !== undefined && date.date > end)) return false;
    if (date.groups.length === 0) return true;
    // Dates of groups that no longer exist are for nobody.
    const own = date.groups.flatMap((id) => school.groupOf(id)?.id ?? []);
    if (own.length === 0) return false;
    return chosen === undefined ? school.isPublic(own) : own.some((id) => chosen.has(id));
  });
}

/** The dates and holidays of a school in order. A holiday is one of its dates. */
export function schoolDates(
  of: Omit<SchoolDates, 'holidays'>,
  holidays: readonly { readonly name: string; readonly firstOn: string; readonly lastOn: string }[],
): SchoolDates {
  const free = holidays.map(
    ({ name, firstOn, lastOn }): SchoolDate => ({
      ...{
        id: `${firstOn}.${lastOn}`,
        title: name,
        date: firstOn,
        lastDay: lastOn > firstOn ? lastOn : null,
      },
      ...{ time: null, end: null, place: null, isCancelled: false, groups: [] },
    }),
  );
  const order = ({ date, time }: SchoolDate) => `${date} ${time ?? ''}`;
  return {
    ...of,
    dates: [...of.dates, ...free].sort((one, other) => (order(one) < order(other) ? -1 : 1)),
    holidays: holidays.map(({ firstOn }) => firstOn),
  };
}
