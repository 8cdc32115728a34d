import type { BlockContext } from '#newsletter/document/block.ts';
import { laterLastDay } from '#newsletter/events/when.ts';
import type { EventRow } from './row.ts';

/**
 * The address of the calendar file that an event offers. Null if there is none, and for an event that is cancelled or
 * over: nobody adds it any more, while the file remains for those who have added it.
 */
export function calendarFileOf(
  event: EventRow,
  { calendarUrl, today }: Pick<BlockContext, 'calendarUrl' | 'today'>,
  block: string,
): string | null {
  const isOver = event.date !== '' && today !== null && (laterLastDay(event) ?? event.date) < today;
  return event.state === 'cancelled' || isOver ? null : (calendarUrl?.({ block, row: event.id }) ?? null);
}
