import { z } from 'zod';
import type { SettingWords } from '#newsletter/settings/words.ts';

/** A line below a newsletter's title: a setting that exists in tests alone. Its lines in the list of settings and in their words. */

export const mottoSchema = z.string().max(40, 'A motto is short').nullable();
export const mottoWords: SettingWords = { called: 'Motto', inSentence: 'motto', isRead: true };
