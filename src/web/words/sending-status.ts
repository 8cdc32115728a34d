import { type DeliveryState, isUnderWay } from '#contract/delivery-state.ts';
import { formatDate, formatDayAndTime } from './dates.ts';

/** The status of a delivery in a few words: 'Planned for 22/11/2026 at 08:00', 'Sent 22/11/2026'. */
export function sendingStatusText(
  { status, send_at, finished_at, waiting }: DeliveryState,
  { isPublished, isClosed }: { readonly isPublished: boolean; readonly isClosed: boolean },
  zone?: string,
): string {
  if (isClosed && status === 'scheduled')
    return `Planned${at(send_at, zone)}, on hold while the school is closed`;
  if (isClosed && isUnderWay(status)) return 'Sending on hold while the school is closed';
  if (status === 'paused') return 'Sending on hold';
  if (status === 'sending') return 'Being sent';
  if (status === 'scheduled') return `Planned${at(send_at, zone)}${isPublished ? '' : ', but not published'}`;
  const what = status === 'done' ? 'Sent' : 'Sending ended';
  const sent = finished_at === null ? what : `${what} ${formatDate(finished_at, zone)}`;
  return waiting === 0 ? sent : `${sent}, ${stillWaiting(waiting)}`;
}

/** Says what deleting a newsletter does to its unfinished delivery. */
export function sendingLostText({ status, send_at }: DeliveryState, zone?: string): string {
  if (status === 'sending') return 'It is being sent just now: who has not got it yet will not get it.';
  if (status === 'paused') return 'Its sending is on hold: who still waits for it will not get it.';
  return `Its sending planned${at(send_at, zone)} will not go out.`;
}

/** Says what unpublishing a newsletter does to its unfinished delivery. */
export function sendingOnHoldText({ status, send_at }: DeliveryState, zone?: string): string {
  const again = 'once you publish it again';
  if (status === 'sending') return `It is being sent just now: the sending is held, and can go on ${again}.`;
  if (status === 'paused') return `Its sending is on hold, and can go on only ${again}.`;
  return `Its sending planned${at(send_at, zone)} will not go out unless you publish it again before then.`;
}

function at(moment: string | null, zone: string | undefined): string {
  return moment === null ? '' : ` for ${formatDayAndTime(moment, zone)}`;
}

// Families whose mail servers have deferred the mail.
function stillWaiting(waiting: number): string {
  return waiting === 1 ? '1 person still waits' : `${waiting.toLocaleString('en-GB')} people still wait`;
}
