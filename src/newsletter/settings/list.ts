import { ownColoursSchema } from '#newsletter/designs/colours.ts';
import { designSchema } from '#newsletter/designs/index.ts';
import { calendarDay } from '#newsletter/values/day.ts';

/**
 * The settings of a newsletter, beside its title and layout. Forms, rows, histories, merges and browsers' copies derive from this list.
 * A setting has to be null where nobody has set it. One whose name has two words needs a line in `asFields` and `settingsOfFields`. Copies and templates take all of them along, but for the day.
 */
export const SETTINGS = {
  /** Null: the school's. */
  design: designSchema.nullable(),
  /** Null: the school's. */
  colours: ownColoursSchema.nullable(),
  /** The day in its masthead, `YYYY-MM-DD`; null: the day on which it is published. */
  issueDate: calendarDay.nullable(),
} as const;
