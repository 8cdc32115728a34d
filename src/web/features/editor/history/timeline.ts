import type { StateReason } from '#contract/history.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { DAY_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { ListedEdition, ListedState } from './history-calls.ts';

/** One line of the timeline: why there is a state, whose it is, and when it was saved. */
export interface TimelineEntry {
  readonly key: string;
  readonly kind: StateReason | 'sent';
  readonly words: string;
  readonly person: string;
  /** ISO 8601. */
  readonly at: string;
  /** The state that is shown for it; null if that is not kept. */
  readonly stateId: string | null;
}

/** The entries of one day, newest first. */
export interface TimelineDay {
  /** As `YYYY-MM-DD`, in the school's time zone. */
  readonly day: string;
  readonly entries: readonly TimelineEntry[];
}

const REASON_WORDS: Readonly<Record<StateReason, string>> = {
  created: 'Started',
  opened: 'Opened',
  work: 'Ten minutes of work',
  restored: 'Restored',
  published: 'Published',
};

/** The entries of a newsletter's states and of the sendings of its editions, newest first. */
export function timelineOf(
  states: readonly ListedState[],
  editions: readonly ListedEdition[],
): readonly TimelineEntry[] {
  const stateOf = new Map(states.map(({ id, attributes }) => [attributes.edition_id, id]));
  const saved = states.map(({ id, attributes }) => ({
    key: id,
    kind: attributes.reason,
    words: REASON_WORDS[attributes.reason],
    person: attributes.person_name ?? (attributes.reason === 'opened' ? '' : 'Somebody who has left'),
    at: attributes.saved_at,
    stateId: id,
  }));
  const sent = editions.flatMap((edition) =>
    edition.attributes.sendings.map((sending) => ({
      key: `${edition.id} ${sending.id}`,
      kind: 'sent' as const,
      words: `Sent to ${sending.sent}`,
      person: sending.sender,
      at: sending.started_at,
      stateId: stateOf.get(edition.id) ?? null,
    })),
  );
  return [...sent, ...saved].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/** The entries by their day in a time zone. */
export function byDay(entries: readonly TimelineEntry[], timeZone: string): readonly TimelineDay[] {
  const days = Map.groupBy(entries, ({ at }) => dayIn(timeZone, new Date(at)));
  return [...days].map(([day, inside]) => ({ day, entries: inside }));
}

/** 'Today', 'Yesterday', or 'Tuesday 6 October 2026'; days are `YYYY-MM-DD`. */
export function dayWords(day: string, today: string): string {
  const days = (Date.parse(today) - Date.parse(day)) / DAY_MS;
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : (fullDate(day, 'en') ?? day);
}
