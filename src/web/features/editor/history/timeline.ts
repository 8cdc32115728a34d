import type { SendingOfEdition, StateReason } from '#contract/history.ts';
import { fullDate } from '#newsletter/values/dates.ts';
import { DAY_MS, MINUTE_MS } from '#newsletter/values/durations.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
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

const REASON_WORDS: Readonly<Record<Exclude<StateReason, 'work'>, string>> = {
  created: 'Started',
  opened: 'Opened',
  restored: 'Restored',
  approved: 'Approved',
  published: 'Published',
};
const COUNTS = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** How long somebody worked, as it was: a state is also one of a single save. */
function workWords({ began_at, saved_at }: ListedState['attributes']): string {
  const minutes = Math.round((Date.parse(saved_at) - Date.parse(began_at)) / MINUTE_MS);
  if (minutes < 1) return 'A moment’s work';
  return minutes === 1 ? 'One minute of work' : `${COUNTS[minutes] ?? minutes} minutes of work`;
}

// 'Restored: Thu 1 Oct, 14:02', where it is known which state that was.
function reasonWords(
  { restored_from }: ListedState['attributes'],
  reason: keyof typeof REASON_WORDS,
  zone: string,
): string {
  const words = REASON_WORDS[reason];
  return restored_from === null ? words : `${words}: ${formatWeekdayAndTime(restored_from, zone)}`;
}

/** The entries of a newsletter's states and of its sendings, newest first; `earlier`: sendings of which no edition was kept. */
export function timelineOf(
  states: readonly ListedState[],
  {
    editions,
    earlier,
  }: { readonly editions: readonly ListedEdition[]; readonly earlier: readonly SendingOfEdition[] },
  zone: string,
): readonly TimelineEntry[] {
  const stateOf = new Map(states.map(({ id, attributes }) => [attributes.edition_id, id]));
  const saved = states.map(({ id, attributes }) => ({
    key: id,
    kind: attributes.reason,
    words:
      attributes.reason === 'work' ? workWords(attributes) : reasonWords(attributes, attributes.reason, zone),
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
  const sentBefore = earlier.map(({ id, sent, sender, started_at }) => ({
    key: id,
    kind: 'sent' as const,
    words: 'Sent before editions were kept',
    person: [`To ${sent}`, sender].filter((part) => part !== '').join(', by '),
    at: started_at,
    stateId: null,
  }));
  return [...sent, ...sentBefore, ...saved].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
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
