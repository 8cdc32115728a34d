import type { BlockContext } from '#newsletter/document/block.ts';
import type { EventRow } from './block.ts';

/**
 * The address of the calendar file that an event offers. Null if there is none, and for a cancelled event: nobody adds it any
 * more, while the file stays for those who have done so.
 */
export function calendarFileOf(
  { id, state }: EventRow,
  { calendarUrl }: Pick<BlockContext, 'calendarUrl'>,
  block: string,
): string | null {
  return state === 'cancelled' ? null : (calendarUrl?.({ block, row: id }) ?? null);
}
