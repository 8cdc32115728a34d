import { offsetAt } from '#newsletter/values/time-zone.ts';

const DAY_MS = 86_400_000;

/** How many midnights of a place lie between two moments: 0 is the same day there, less than 0 is a day that is over. */
export function daysUntil(moment: Date, now: Date, timeZone: string): number {
  const day = (at: number) => Math.floor((at + offsetAt(timeZone, at)) / DAY_MS);
  return day(moment.getTime()) - day(now.getTime());
}

/** The day of a moment where a school is: 'DD/MM/YYYY', as people read it. */
export function dayOf(moment: Date, timeZone: string): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(moment);
}
