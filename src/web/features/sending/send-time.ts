/** The moment of a day and time of the clock where the school is. Pure. */

/** '2026-11-24' and '08:00' in an IANA zone; null where one of them is missing or is none. */
export function momentIn(zone: string, day: string, time: string): Date | null {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(wall)) return null;
  // The clocks may change between the guess and the moment: the second look is at the right side of that.
  const guess = wall - offsetAt(zone, wall);
  return new Date(wall - offsetAt(zone, guess));
}

/** The day and the time of the clock at a moment, as the fields for them take it. */
export function wallClock(zone: string, moment: Date): { readonly day: string; readonly time: string } {
  const text = new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** How far the clock of a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(zone: string, moment: number): number {
  const parts = formatOf(zone).formatToParts(moment);
  const of = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return wall - Math.floor(moment / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
  } catch {
    // A zone that this browser does not know: the person's own is the best guess.
    return new Intl.DateTimeFormat('en-GB', parts);
  }
}
