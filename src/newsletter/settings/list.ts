import { ownColoursSchema } from '#newsletter/designs/colours.ts';
import { designSchema } from '#newsletter/designs/index.ts';
import { calendarDay } from '#newsletter/values/day.ts';

/**
 * The settings of a newsletter, beside its title and layout. Forms, rows, histories, merges and browsers' copies derive from this list:
 * a new setting is two lines here and one in `setting-columns.ts`. It has to be null where nobody has set it. Copies and templates
 * take all of them along, but for the day.
 */
export const SETTINGS = {
  /** Null: the school's. */
  design: designSchema.nullable(),
  /** Null: the school's. */
  colours: ownColoursSchema.nullable(),
  /** The day in its masthead, `YYYY-MM-DD`; null: the day on which it is published. */
  issueDate: calendarDay.nullable(),
} as const;

/** The words for a setting that has changed: as a label, and in the middle of a sentence. */
export interface SettingWords {
  readonly called: string;
  readonly inSentence: string;
  /** Whether families read it: changes name it before those of the look. */
  readonly isRead?: boolean;
}

export const OWN_WORDS: Readonly<Record<keyof typeof SETTINGS, SettingWords>> = {
  design: { called: 'Design', inSentence: 'design' },
  colours: { called: 'Colours', inSentence: 'colours' },
  issueDate: { called: 'Issue date', inSentence: 'date of the issue', isRead: true },
};
