import type { SendingOfEdition, StateReason } from '#contract/history.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { ListedEdition, ListedState } from '#web/features/editor/guests/history/history-calls.ts';
import { formatWeekdayAndTime } from '#web/words/dates.ts';
import type { TimelineEntry } from './timeline-entry.ts';
import { workTogether, workWords } from './work-together.ts';

/** The entries of one day, newest first. */
export interface TimelineDay {
  /** As `YYYY-MM-DD`, in the school's time zone. */
  readonly day: string;
  readonly entries: readonly TimelineEntry[];
}

const REASON_WORDS: Readonly<Record<Exclude<StateReason, 'work'>, string>> = {
  created: 'Started',
  opened: 'Opened',
  given_up: 'Before a merge',
  restored: 'Restored',
  approved: 'Approved',
  published: 'Published',
};

// 'Restored, to Thu 1 Oct, 14:02' and 'Started from “Autumn news”', where that is known.
function reasonWords(
  { restored_from, started_from }: ListedState['attributes'],
  reason: keyof typeof REASON_WORDS,
  zone: string,
): string {
  const words = REASON_WORDS[reason];
  if (started_from !== null) return `${words} from “${started_from}”`;
  return restored_from === null ? words : `${words}, to ${formatWeekdayAndTime(restored_from, zone)}`;
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
      attributes.reason === 'work'
        ? workWords(attributes.began_at, attributes.saved_at)
        : reasonWords(attributes, attributes.reason, zone),
    person: attributes.person_name ?? (attributes.reason === 'opened' ? '' : 'Somebody who has left'),
    changed: attributes.changed,
    from: attributes.began_at,
    at: attributes.saved_at,
    stateId: id,
    inside: [],
  }));
  const sent = editions.flatMap((edition) =>
    edition.attributes.sendings.map((sending) => ({
      key: `${edition.id} ${sending.id}`,
      kind: 'sent' as const,
      words: `Sent to ${sending.sent}`,
      person: sending.sender,
      changed: '',
      from: sending.started_at,
      at: sending.started_at,
      stateId: stateOf.get(edition.id) ?? null,
      inside: [],
    })),
  );
  const sentBefore = earlier.map(({ id, sent, sender, started_at }) => ({
    key: id,
    kind: 'sent' as const,
    words: 'Sent before editions were kept',
    person: [`To ${sent}`, sender].filter((part) => part !== '').join(', by '),
    changed: '',
    from: started_at,
    at: started_at,
    stateId: null,
    inside: [],
  }));
  return workTogether(
    [...sent, ...sentBefore, ...saved].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)),
  );
}

/** The entries by their day in a time zone. */
export function byDay(entries: readonly TimelineEntry[], timeZone: string): readonly TimelineDay[] {
  const days = Map.groupBy(entries, ({ at }) => dayIn(timeZone, new Date(at)));
  return [...days].map(([day, inside]) => ({ day, entries: inside }));
}
