import { z } from 'zod';
import {
  AUDIENCE_GROUPS_MAX,
  BLOCK_MESSAGES,
  blockName,
  limitMessage,
  NAME_MAX,
  requiredText,
  strict,
  uniqueIds,
} from '#newsletter/document/block.ts';
import { RANGES } from '#newsletter/document/school-dates.ts';
import { cleanText } from '#newsletter/render/mjml.ts';
import { calendarDay } from '#newsletter/values/day.ts';
import { withoutInvisible } from '#newsletter/values/invisible.ts';

/** The most dates that one block shows: more would be a calendar, and make mails large. */
export const DIARY_DATES_MAX = 30;
const LEFT_OUT_MAX = 200;
const TITLE_MAX = 200;
const PATH_MAX = 200;
/** A path of the school's own pages. */
export const PAGE_PATH = /^\/[a-z]+\/[\w-]+\/[a-z]+$/;
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

/** The value of a diary block. */
export const diaryValue = strict({
  /** Absent: a standard title in the newsletter's language. */
  title: z
    .string()
    .overwrite((text) => cleanText(withoutInvisible(text)).trim())
    .max(TITLE_MAX, limitMessage(TITLE_MAX))
    .optional(),
  until: z.enum(RANGES, 'Please choose how far ahead'),
  /** Ids of the groups whose dates are shown beside the whole school's. Absent: all groups', or those of the groups that see the block. */
  groups: z
    .array(z.uuid(BLOCK_MESSAGES.group))
    .max(AUDIENCE_GROUPS_MAX, limitMessage(AUDIENCE_GROUPS_MAX))
    .optional(),
  /** Ids of dates that are left out here. */
  left_out: z.array(blockName).max(LEFT_OUT_MAX, `Max ${LEFT_OUT_MAX} dates can be left out`),
  /** The dates that the program has filled in. Drafts never have them; those in a call are dropped. */
  filled: strict({
    dates: z.array(filledDate).max(DIARY_DATES_MAX).superRefine(uniqueIds),
    /** The end of the range that was searched. */
    until: calendarDay.optional(),
    /** The path of the school's diary, if it has one. */
    page: z.string().max(PATH_MAX).regex(PAGE_PATH).optional(),
  }).optional(),
});
export type DiaryValue = z.output<typeof diaryValue>;
