import { z } from 'zod';
import type { SettingRow } from '#newsletter/settings/list.ts';

/** A line below a newsletter's title: a setting that exists in tests alone. Its row in the list of settings. */
export const motto = {
  schema: z.string().max(40, 'A motto is short').nullable(),
  called: 'Motto',
  inSentence: 'motto',
  isRead: true,
} as const satisfies SettingRow;
