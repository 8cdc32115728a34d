/** A setting of one newsletter, which exists in tests alone: a riddle below its title. Its lines in the list of settings and in their words. */

import { z } from 'zod';
import type { SettingWords } from '#newsletter/settings/setting-words.ts';

export const riddleSchema = z.string().max(40, 'A riddle is short').nullable();
export const riddleWords: SettingWords = { called: 'Riddle', inSentence: 'riddle', isRead: true };
