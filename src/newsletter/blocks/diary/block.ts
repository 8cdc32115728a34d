import { defineBlock, placeholder } from '#newsletter/document/block.ts';
import { datesIn, rangeEnd, type SchoolDate, type SchoolDates } from '#newsletter/document/school-dates.ts';
import { shortDay } from '#newsletter/values/dates.ts';
import { diaryMarkup, diaryText } from './markup.ts';
import { DIARY_DATES_MAX, type DiaryValue, diaryValue, type FilledDate } from './value.ts';

/** Dates for families' diaries, filled from the school's calendar at each publishing. */
export const diary = defineBlock({
  type: 'diary',
  label: 'Diary',
  schema: diaryValue,
  defaults: (): DiaryValue => ({ until: 'holiday', left_out: [] }),
  toMjml(value, context) {
    const { filled } = value;
    if (filled === undefined) return placeholder(context, 'Dates from your calendar');
    if (filled.dates.length > 0) return diaryMarkup(value, filled, context);
    const { language } = context.school;
    const until =
      filled.until === undefined
        ? ''
        : ` until ${shortDay(filled.until, language, context.today ?? filled.until)}`;
    return placeholder(context, `No dates${until}. Families see nothing here`);
  },
  toText: (value, context) =>
    value.filled === undefined || value.filled.dates.length === 0
      ? ''
      : diaryText(value, value.filled, context),
  traits: {
    place: 'column',
    isHeading: false,
    isContent: true,
    isThin: false,
    isOfOneIssue: false,
    height: ({ filled }) => 60 + 48 * (filled?.dates.length ?? 4),
    words: {
      texts: (value) =>
        value.title === undefined
          ? []
          : [
              {
                path: 'title',
                format: 'plain',
                text: value.title,
                label: 'Heading',
                replace: (title) => ({ ...value, title }),
              },
            ],
    },
    files: null,
    // Its dates are in the calendar already, which they come from.
    rows: null,
    recommendations: null,
    filling: {
      isFilled: ({ filled }) => filled !== undefined,
      empty: ({ filled: _, ...value }) => value,
      fill: (value, dates, audience) => ({ ...value, filled: filledFrom(value, dates, audience) }),
    },
  },
});

/** The dates that it could show: those of its range and groups, including the ones that are left out. */
export function offeredDates(
  { until, groups }: Pick<DiaryValue, 'until' | 'groups'>,
  dates: SchoolDates,
  audience: readonly string[] | undefined,
): readonly SchoolDate[] {
  return datesIn(dates, until, groups ?? audience);
}

function filledFrom(
  value: DiaryValue,
  school: SchoolDates,
  audience: readonly string[] | undefined,
): DiaryValue['filled'] {
  const omitted = new Set(value.left_out);
  const shown = offeredDates(value, school, audience).filter(({ id }) => !omitted.has(id));
  const until = rangeEnd(value.until, school);
  return {
    dates: shown.slice(0, DIARY_DATES_MAX).map((date) => filledDateOf(date, school)),
    ...(until !== undefined && { until }),
    ...(school.diary !== null && { page: school.diary }),
  };
}

function filledDateOf(date: SchoolDate, school: SchoolDates): FilledDate {
  const names = [...new Set(date.groups.flatMap((id) => school.groupOf(id)?.name ?? []))];
  return {
    ...{ id: date.id, title: date.title, date: date.date },
    ...(date.lastDay !== null && { last_day: date.lastDay }),
    ...(date.time !== null && { time: date.time }),
    ...(date.end !== null && { end: date.end }),
    ...(date.place !== null && { place: date.place }),
    ...(names.length > 0 && { groups: names }),
    ...(date.isCancelled && { state: 'cancelled' as const }),
  };
}
