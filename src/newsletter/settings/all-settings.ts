import { OWN_WORDS, type SettingWords } from './setting-words.ts';
import { type EachSetting, SETTING_NAMES, type SettingName } from './settings.ts';

/** All settings of a newsletter, its title and layout among them. */

/** Everything that a newsletter has beside its blocks. */
export type Setting = 'title' | 'layout' | SettingName;
/** All of them, in the order in which questions ask about them. */
export const ALL_SETTINGS: readonly Setting[] = ['title', 'layout', ...SETTING_NAMES];
/** The words for each of them. */
export const SETTING_WORDS: Readonly<Record<Setting, SettingWords>> = {
  title: { called: 'Title', inSentence: 'title', isRead: true },
  layout: { called: 'Layout', inSentence: 'layout' },
  ...OWN_WORDS,
};

/** The value of a setting. */
export function settingOf(
  {
    title,
    document,
  }: { readonly title: string; readonly document: EachSetting<unknown> & { readonly layout: string } },
  setting: Setting,
): unknown {
  return setting === 'title' ? title : document[setting];
}
