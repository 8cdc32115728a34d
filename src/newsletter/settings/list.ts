import type { z } from 'zod';
import { ownColoursSchema } from '#newsletter/designs/colours.ts';
import { designSchema } from '#newsletter/designs/index.ts';
import { calendarDay } from '#newsletter/values/day.ts';

/** A setting: its schema, and the words for it where it has changed. */
export interface SettingRow {
  /** It has to be null where nobody has set it. */
  readonly schema: z.ZodNullable;
  /** A label. */
  readonly called: string;
  /** In the middle of a sentence. */
  readonly inSentence: string;
  /** Whether families read it: changes name it before those of the look. */
  readonly isRead?: boolean;
}

/**
 * The settings of a newsletter, beside its title and layout. Forms, rows, histories, merges and browsers' copies derive from this list.
 * Copies and templates take all of them along, but for the day.
 */
export const SETTINGS = {
  /** Null: the school's. */
  design: { schema: designSchema.nullable(), called: 'Design', inSentence: 'design' },
  /** Null: the school's. */
  colours: { schema: ownColoursSchema.nullable(), called: 'Colours', inSentence: 'colours' },
  /** The day in its masthead, `YYYY-MM-DD`; null: the day on which it is published. */
  issueDate: {
    schema: calendarDay.nullable(),
    called: 'Issue date',
    inSentence: 'date of the issue',
    isRead: true,
  },
} as const satisfies Readonly<Record<string, SettingRow>>;
