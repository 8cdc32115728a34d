import { formatShortDate, formatTime } from '#web/words/dates.ts';

/** '3 May 2026, 16:02'. */
export function momentWords(moment: string, zone: string | undefined): string {
  return `${formatShortDate(moment, zone)}, ${formatTime(moment, zone)}`;
}
