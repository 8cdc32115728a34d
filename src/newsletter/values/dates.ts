/** Dates of events and pages in a school's language. They are calendar days, `YYYY-MM-DD`, so no time zone moves them. */

/** Day and month for a small tile, as '13' and 'OCT'; a hyphen each for what is no date. */
export function dayAndMonth(
  date: string,
  language: string,
): { readonly day: string; readonly month: string } {
  const moment = momentOf(date);
  if (moment === null) return { day: '–', month: '–' };
  const month = format(moment, language, 'month').replace(/\.$/, '');
  return { day: String(moment.getUTCDate()), month: month.toLocaleUpperCase(safeLanguage(language)) };
}

/** As '9 October 2026'; the text itself when it is no date. */
export function longDate(date: string, language: string): string {
  const moment = momentOf(date);
  return moment === null ? date : format(moment, language, 'long');
}

/** As 'Friday, 9 October 2026', so that a slip of the hand is seen; null when it is no date. */
export function fullDate(date: string, language: string): string | null {
  const moment = momentOf(date);
  return moment === null ? null : format(moment, language, 'full');
}

function momentOf(date: string): Date | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment;
}

const FORMATS = {
  month: { month: 'short' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
} as const;
const formatters = new Map<string, Intl.DateTimeFormat>();

// Making a formatter takes longer than compiling a whole block, so they are kept, but not without end.
function format(moment: Date, language: string, kind: keyof typeof FORMATS): string {
  const key = `${kind} ${language}`;
  const known = formatters.get(key);
  if (known !== undefined) return known.format(moment);
  const formatter = new Intl.DateTimeFormat(safeLanguage(language), { ...FORMATS[kind], timeZone: 'UTC' });
  if (formatters.size > 100) formatters.clear();
  formatters.set(key, formatter);
  return formatter.format(moment);
}

/**
 * A language that `Intl` takes without throwing. Plain 'en' is American there; the schools of this product write the day
 * first.
 */
export function safeLanguage(language: string): string {
  if (language === 'en') return 'en-GB';
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en-GB';
  } catch {
    return 'en-GB';
  }
}
