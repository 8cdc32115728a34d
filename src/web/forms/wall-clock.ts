import { DAY_MS } from '#newsletter/values/durations.ts';
import { momentIn, offsetAt } from '#newsletter/values/time-zone.ts';

/** Converts between moments and the local date and time of the school. Pure. */

/** A local date and time as the form's fields hold them: '2026-11-24' and '08:00'. */
export interface WallClock {
  readonly day: string;
  readonly time: string;
}

/** The moment of a local date and time in an IANA zone; null if either is missing or invalid. */
export function chosenMoment(zone: string, { day, time }: WallClock): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(`${day}T${time}:00Z`))) return null;
  return momentIn(zone, day, time);
}

/** The local date and time of a moment in an IANA zone. */
export function wallClock(zone: string, moment: Date): WallClock {
  const text = new Date(moment.getTime() + offsetAt(zone, moment.getTime())).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

/** A warning if the clocks change so that the local time does not exist, or comes twice; else null. */
export function clockChange(zone: string, chosen: WallClock): string | null {
  const moment = chosenMoment(zone, chosen);
  if (moment === null) return null;
  const shown = wallClock(zone, moment);
  if (shown.time !== chosen.time)
    return `The clocks go forward then: there is no ${chosen.time} on this day. It goes at ${shown.time}.`;
  const setBackMs = offsetAt(zone, moment.getTime()) - offsetAt(zone, moment.getTime() + DAY_MS);
  if (setBackMs <= 0) return null;
  const again = wallClock(zone, new Date(moment.getTime() + setBackMs));
  return again.time === chosen.time
    ? `The clocks go back then: ${chosen.time} comes twice on this day. It goes the first time.`
    : null;
}
