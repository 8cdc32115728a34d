import type { TimingState } from '#contract/timing/timing-state.ts';
import { formatWeekdayAndTime } from './dates.ts';

/** What is to happen to a newsletter at a time: 'Goes out Fri 4 Dec, 15:00'. */
export function timingStatusText({ kind, status, at, sends }: TimingState, zone?: string): string {
  const when = formatWeekdayAndTime(at, zone);
  if (status === 'held') return `Did not go out on ${when}`;
  if (kind === 'unpublish') return `Will be unpublished ${when}`;
  return sends ? `Goes out, and is sent, ${when}` : `Goes out ${when}`;
}

/** Whether a newsletter is to go out at a time. */
export function isPlanned(next: Pick<TimingState, 'kind' | 'status'> | null): boolean {
  return next?.kind === 'publish' && next.status === 'planned';
}

/** What deleting a newsletter does to that; null if nothing is lost. */
export function timingLostText({ kind, status, at }: TimingState, zone?: string): string | null {
  if (kind === 'unpublish' || status === 'held') return null;
  return `It will not go out on ${formatWeekdayAndTime(at, zone)}.`;
}
