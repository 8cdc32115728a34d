import { DAY_MS } from '#newsletter/values/durations.ts';
import { momentIn, offsetAt } from '#newsletter/values/time-zone.ts';

/** The moment of a day and time of the clock where the school is. Pure. */

/** A day and a time as the fields for them take it: '2026-11-24' and '08:00'. */
export interface WallClock {
  readonly day: string;
  readonly time: string;
}

/** The moment when a clock in an IANA zone shows this; null where one of them is missing or is none. */
export function chosenMoment(zone: string, { day, time }: WallClock): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T${time}:00Z`))) return null;
  return momentIn(zone, day, time);
}

/** What the clock shows at a moment. */
export function wallClock(zone: string, moment: Date): WallClock {
  const text = new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** What to know about a time on a day when the clocks change: that there is none such, or two. Else null. */
export function clockChange(zone: string, chosen: WallClock): string | null {
  const moment = chosenMoment(zone, chosen);
  if (moment === null) return null;
  const shown = wallClock(zone, moment);
  if (shown.time !== chosen.time)
    return `The clocks go forward then: there is no ${chosen.time} on this day. It goes at ${shown.time}.`;
  const goneBack = offsetAt(zone, moment.getTime()) - offsetAt(zone, moment.getTime() + DAY_MS);
  if (goneBack <= 0) return null;
  const again = wallClock(zone, new Date(moment.getTime() + goneBack));
  return again.time === chosen.time
    ? `The clocks go back then: ${chosen.time} comes twice on this day. It goes the first time.`
    : null;
}
