import { NativeSelect } from '@mantine/core';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { HistoryAddress } from '#web/features/editor/guests/history/history-address.ts';
import type { useComparison } from '#web/features/editor/guests/history/use-comparison.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { formatTime } from '#web/words/dates.ts';
import { timelineDay } from '#web/words/days.ts';
import type { TimelineEntry } from './timeline-entry.ts';

/** A choice of the state that the chosen one is compared with. */
export function CompareWith({
  shown: { entries, chosen, against },
  place,
}: {
  shown: ReturnType<typeof useComparison>;
  place: HistoryAddress;
}) {
  const { time_zone } = useTools().school;
  const today = dayIn(time_zone, new Date());
  const others = entries
    // The entry itself is the newest of the saves inside it.
    .flatMap((entry) => [entry, ...entry.inside.slice(1)])
    .filter(({ kind, stateId }) => kind !== 'sent' && stateId !== chosen?.id);
  const nameOf = ({ words, person, at }: TimelineEntry) =>
    [words, person, `${timelineDay(dayIn(time_zone, new Date(at)), today)} ${formatTime(at, time_zone)}`]
      .filter((part) => part !== '')
      .join(', ');
  return (
    <NativeSelect
      label="Compare with"
      size="sm"
      value={against?.id ?? ''}
      data={[
        { value: '', label: 'Now' },
        ...others.map((entry) => ({ value: entry.stateId ?? '', label: nameOf(entry) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        place.choose(chosen?.id ?? null, value === '' ? null : value)
      }
    />
  );
}
