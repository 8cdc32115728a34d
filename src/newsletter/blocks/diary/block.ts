import { z } from 'zod';
import {
  AUDIENCE_GROUPS_MAX,
  BLOCK_MESSAGES,
  blockName,
  defineBlock,
  limitMessage,
  NAME_MAX,
  none,
  placeholder,
  requiredText,
  strict,
  undated,
  uniqueIds,
  withoutFiles,
  withoutIds,
} from '#newsletter/document/block.ts';
import {
  datesIn,
  RANGES,
  rangeEnd,
  type SchoolDate,
  type SchoolDates,
} from '#newsletter/document/school-dates.ts';
import { cleanText } from '#newsletter/render/mjml.ts';
import { shortDay } from '#newsletter/values/dates.ts';
import { calendarDay } from '#newsletter/values/day.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';
import { diaryMarkup, diaryText, PAGE_PATH } from './markup.ts';

/** The most dates that one block shows: more would be a calendar, and make mails large. */
export const DIARY_DATES_MAX = 30;
const LEFT_OUT_MAX = 200;
const TITLE_MAX = 200;
const PATH_MAX = 200;
const time = z.iso.time({ precision: -1 }).optional();

const filledDate = strict({
  id: blockName,
  title: requiredText(),
  date: calendarDay,
  last_day: calendarDay.optional(),
  time,
  end: time,
  place: requiredText().optional(),
  /** The names of its groups. */
  groups: z.array(requiredText(NAME_MAX)).max(AUDIENCE_GROUPS_MAX).optional(),
  state: z.enum(['cancelled']).optional(),
});
export type FilledDate = z.output<typeof filledDate>;

const schema = strict({
  /** Absent: the newsletter's language says it. */
  title: z
    .string()
    .overwrite((text) => cleanText(withoutInvisible(text)).trim())
    .max(TITLE_MAX, limitMessage(TITLE_MAX))
    .optional(),
  until: z.enum(RANGES, 'Please choose how far ahead'),
  /** Ids of the groups whose dates stand beside the whole school's. Absent: all groups', or those that see the block. */
  groups: z
    .array(z.uuid(BLOCK_MESSAGES.group))
    .max(AUDIENCE_GROUPS_MAX, limitMessage(AUDIENCE_GROUPS_MAX))
    .optional(),
  /** Ids of dates that are left out here. */
  left_out: z.array(blockName).max(LEFT_OUT_MAX, `Max ${LEFT_OUT_MAX} dates can be left out`),
  /** What the program has filled in. Drafts never have it; what a call sends is dropped. */
  filled: strict({
    dates: z.array(filledDate).max(DIARY_DATES_MAX).superRefine(uniqueIds),
    /** The day up to which it looked. */
    until: calendarDay.optional(),
    /** The path of the school's diary, if it has one. */
    page: z.string().max(PATH_MAX).regex(PAGE_PATH).optional(),
  }).optional(),
});
export type DiaryValue = z.output<typeof schema>;

/** Dates for families' diaries: filled from the school's calendar, at each publishing anew. */
export const diary = defineBlock({
  type: 'diary',
  label: 'Diary',
  schema,
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
    links: none,
    pictures: none,
    colours: none,
    recommendations: none,
    // Its dates are told already: they come from the calendar.
    dates: none,
    withoutDates: undated,
    withDate: undated,
    inheritedText: () => null,
    cover: () => null,
    withNewIds: withoutIds,
    emptyFields: none,
    mapFiles: withoutFiles,
    filling: {
      isFilled: ({ filled }) => filled !== undefined,
      empty: ({ filled: _, ...value }) => value,
      fill: (value, dates, audience) => ({ ...value, filled: filledFrom(value, dates, audience) }),
    },
  },
});

/** The dates that it could show: those of its range and groups, also the ones that are left out. */
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
  const leftOut = new Set(value.left_out);
  const shown = offeredDates(value, school, audience).filter(({ id }) => !leftOut.has(id));
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
