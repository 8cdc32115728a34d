/** Formats dates and times as the screens show them, in the school's time zone. */

/** '09/10/2026'. `zone` is an IANA name; without one, or if this browser does not know it, the browser's zone is used. */
export function formatDate(moment: string, zone?: string): string {
  return format(moment, { day: '2-digit', month: '2-digit', year: 'numeric' }, zone);
}

/** '9 Oct 2026'. */
export function formatShortDate(moment: string, zone?: string): string {
  return format(moment, { day: 'numeric', month: 'short', year: 'numeric' }, zone).replace('Sept', 'Sep');
}

/** '09.10.2026', for narrow screens. */
export function formatDottedDate(moment: string, zone?: string): string {
  return formatDate(moment, zone).replaceAll('/', '.');
}

/** The day of a moment, `YYYY-MM-DD`. */
export function localDay(moment: string, zone?: string): string {
  return formatDate(moment, zone).split('/').reverse().join('-');
}

/** '09/10/2026, 14:02'. */
export function formatDateTime(moment: string, zone?: string): string {
  return `${formatDate(moment, zone)}, ${formatTime(moment, zone)}`;
}

/** '09/10/2026 at 14:02', for sentences. */
export function formatDayAndTime(moment: string, zone?: string): string {
  return `${formatDate(moment, zone)} at ${formatTime(moment, zone)}`;
}

/** 'Fri 4 Dec, 15:00'. */
export function formatWeekdayAndTime(moment: string, zone?: string): string {
  const day = format(moment, { weekday: 'short', day: 'numeric', month: 'short' }, zone);
  return `${day.replace(',', '').replace('Sept', 'Sep')}, ${formatTime(moment, zone)}`;
}

/** 'at 14:02' for today, otherwise 'on Fri 4 Dec, 15:00'. For sentences such as 'how it was at 14:02'. */
export function pastMoment(moment: string, zone: string, now = new Date()): string {
  const isToday = formatDate(moment, zone) === formatDate(now.toISOString(), zone);
  return isToday ? `at ${formatTime(moment, zone)}` : `on ${formatWeekdayAndTime(moment, zone)}`;
}

/** '14:02'. */
export function formatTime(moment: string, zone?: string): string {
  return format(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);
}

function format(moment: string, parts: Intl.DateTimeFormatOptions, zone: string | undefined): string {
  return formatterOf(parts, zone).format(new Date(moment));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

// Making a formatter takes as long as fifty uses.
function formatterOf(parts: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([parts, zone]);
  const formatter = formatters.get(key) ?? makeFormatter(parts, zone);
  formatters.set(key, formatter);
  return formatter;
}

function makeFormatter(parts: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', parts);
  }
}
