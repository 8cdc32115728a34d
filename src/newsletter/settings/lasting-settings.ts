import { z } from 'zod';
import { SETTINGS } from './list.ts';
import { type NewsletterSettings, settingsOf } from './settings.ts';

/** The settings that copies and templates take along: the day is that of one issue. */
export const LASTING = z.object(SETTINGS).omit({ issueDate: true }).shape;
type LastingName = keyof typeof LASTING;

/** The settings of a row that copies and templates take along. */
export function lastingOf(
  row: Omit<Parameters<typeof settingsOf>[0], 'issueDate'>,
): Pick<NewsletterSettings, LastingName> {
  const { issueDate: _, ...lasting } = settingsOf({ ...row, issueDate: null });
  return lasting;
}
