import { schoolEvent } from './event.ts';
import { headsLetter } from './heads-letter.ts';
import { sportsDay } from './sports-day.ts';
import type { ReadyMade } from './template.ts';
import { termDates } from './term-dates.ts';
import { weeklyBulletin } from './weekly-bulletin.ts';

/** What the ready-made newsletters are called, in the order in which they are offered. */
export const READY_MADE_IDS = [
  'weekly_bulletin',
  'heads_letter',
  'event',
  'sports_day',
  'term_dates',
] as const;
type ReadyMadeId = (typeof READY_MADE_IDS)[number];

const MADE: Readonly<Record<ReadyMadeId, ReadyMade>> = {
  weekly_bulletin: weeklyBulletin,
  heads_letter: headsLetter,
  event: schoolEvent,
  sports_day: sportsDay,
  term_dates: termDates,
};

/** The newsletters that a school can start from. */
export const READY_MADE: readonly ReadyMade[] = READY_MADE_IDS.map((id) => MADE[id]);

/** A ready-made newsletter; null for what is none, as a layout. */
export function readyMadeOf(id: string | null): ReadyMade | null {
  return READY_MADE.find((made) => made.id === id) ?? null;
}
