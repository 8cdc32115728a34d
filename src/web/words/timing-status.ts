import type { TimingState } from '#contract/timing/timing-state.ts';
import { formatWeekdayAndTime } from './dates.ts';

/** A newsletter's timing in words: 'Goes out Fri 4 Dec, 15:00'. */
export function timingStatusText({ kind, status, at, sends }: TimingState, zone?: string): string {
  const when = formatWeekdayAndTime(at, zone);
  if (status === 'held') return `Did not go out on ${when}`;
  if (kind === 'unpublish') return `Will be unpublished ${when}`;
  return sends ? `Goes out, and is sent, ${when}` : `Goes out ${when}`;
}

/** Whether a newsletter is planned to go out. */
export function isPlanned(next: Pick<TimingState, 'kind' | 'status'> | null): boolean {
  return next?.kind === 'publish' && next.status === 'planned';
}

/** Says what deleting a newsletter does to its timing; null if nothing is lost. */
export function timingLostText({ kind, status, at }: TimingState, zone?: string): string | null {
  if (kind === 'unpublish' || status === 'held') return null;
  return `It will not go out on ${formatWeekdayAndTime(at, zone)}.`;
}
