import { DAY_MS, MINUTE_MS } from './durations.ts';

/** Converts between moments and local dates and times. */

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The moment of a local day (`YYYY-MM-DD`) and time (`HH:mm`). A repeated hour is its first occurrence; a skipped one
 * uses the offset before the change, as in RFC 5545 §3.3.5. An unknown zone counts as UTC.
 */
export function momentIn(timeZone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = offsetAt(timeZone, shown - DAY_MS);
  const after = offsetAt(timeZone, shown + DAY_MS);
  const isFirst = offsetAt(timeZone, shown - before) === before;
  const isSecond = offsetAt(timeZone, shown - after) === after;
  return new Date(shown - (isFirst || !isSecond ? before : after));
}

/** The local day of a moment, `YYYY-MM-DD`. An unknown zone counts as UTC. */
export function dayIn(timeZone: string, moment: Date): string {
  const at = moment.getTime();
  return new Date(at + offsetAt(timeZone, at)).toISOString().slice(0, 10);
}

/** The local time of a moment, `HH:mm`. An unknown zone counts as UTC. */
export function timeIn(timeZone: string, moment: Date): string {
  const at = moment.getTime();
  return new Date(at + offsetAt(timeZone, at)).toISOString().slice(11, 16);
}

/** Whether a text is a day (`YYYY-MM-DD`) rather than a moment. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Whether the runtime knows this time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** A zone's offset from UTC at a moment, in milliseconds. An unknown zone counts as UTC. */
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
