/** 'Wed 4 Nov'. */
export function shortDate(day: string): string {
  return format(day, { weekday: 'short', day: 'numeric', month: 'short' }).replace(',', '');
}

/** 'Wednesday 4 November'. */
export function longDay(day: string): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long' });
}

function format(day: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
