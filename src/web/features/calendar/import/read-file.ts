import { textOfCalendar, textOfFile } from './file-text.ts';
import { type ReadFile, readLines } from './read-dates.ts';
import { readTable } from './read-table.ts';

/** The settings for reading: the language of the text, the day that decides the year of days without one, and the school's zone. */
export interface Reading {
  readonly language: string;
  readonly today: string;
  readonly timeZone: string;
}

/** The dates of a file. */
export async function readBytes(bytes: Uint8Array, reading: Reading): Promise<ReadFile> {
  const text = textOfFile(bytes);
  if (!isCalendar(text)) return readText(text, reading);
  const { readCalendar } = await import('./read-calendar.ts');
  return readCalendar(textOfCalendar(bytes), reading.timeZone, reading.today);
}

/** Whether the text is a calendar file, which takes a moment to read. */
export function isCalendar(text: string): boolean {
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text);
}

/** The dates of pasted text or of a spreadsheet; none of a calendar file. */
export function readText(text: string, { language, today }: Omit<Reading, 'timeZone'>): ReadFile {
  if (isCalendar(text)) return { dates: [], unreadLines: [] };
  const plain = withDayFirst(text);
  return readTable(plain, language, today) ?? readLines(plain, language, today);
}

const DAY = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g;

// A single day such as 8/31/2026 shows that the month comes first in all of them.
function withDayFirst(text: string): string {
  const days = [...text.matchAll(DAY)].map(([, first, second]) => [Number(first), Number(second)] as const);
  const isMonthFirst = days.every(([first]) => first <= 12) && days.some(([, second]) => second > 12);
  return isMonthFirst ? text.replace(DAY, '$2/$1/$3') : text;
}
