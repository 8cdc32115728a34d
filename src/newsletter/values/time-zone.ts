import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';

/** Moments of clock times, told by where the clock hangs. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The moment at which a clock in a time zone shows a day (`YYYY-MM-DD`) and a time (`HH:mm`). An hour that comes twice
 * is its first one, one that is skipped is counted with the clock not yet put forward, as RFC 5545 §3.3.5 has it. An
 * unknown zone is UTC.
 */
export function momentIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = offsetAt(timeZone, shown - DAY_MS);
  const after = offsetAt(timeZone, shown + DAY_MS);
  const isFirst = offsetAt(timeZone, shown - before) === before;
  const isSecond = offsetAt(timeZone, shown - after) === after;
  return new Date(shown - (isFirst || !isSecond ? before : after));
}

/** The day that a calendar in a time zone shows at a moment, `YYYY-MM-DD`. An unknown zone is UTC. */
export function dayIn(timeZone: string, moment: Date): string {
  const at = moment.getTime();
  return new Date(at + offsetAt(timeZone, at)).toISOString().slice(0, 10);
}

/** Whether a text is a day, and so the same everywhere, rather than a moment. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Whether a text names a time zone that this runtime knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. An unknown zone is UTC. */
export function offsetAt(timeZone: string, moment: number): number {
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return shown - Math.floor(moment / MINUTE_MS) * MINUTE_MS;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const formatter = makeFormatter(timeZone);
  formatters.set(timeZone, formatter);
  return formatter;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en', { ...parts, timeZone: 'UTC' });
  }
}
