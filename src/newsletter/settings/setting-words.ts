import type { EachSetting } from './settings.ts';

/** The settings in words for staff. */

/** The words for a setting that has changed. */
export interface SettingWords {
  /** A label. */
  readonly called: string;
  /** In the middle of a sentence. */
  readonly inSentence: string;
  /** Whether families read it: changes name it before those of the look. */
  readonly isRead?: boolean;
}

/** The words for each setting in the list. */
export const OWN_WORDS: EachSetting<SettingWords> = {
  design: { called: 'Design', inSentence: 'design' },
  colours: { called: 'Colours', inSentence: 'colours' },
  issueDate: { called: 'Issue date', inSentence: 'date of the issue', isRead: true },
};
