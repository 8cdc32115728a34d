import { NativeSelect } from '@mantine/core';
import type { Audience } from '#contract/deliveries.ts';
import { readingName } from './reading-list.tsx';

type Readings = Audience['readings'];

/** The mail that a test sends, of several: the chosen one, or else everyone else's, or the first if everybody is in a group. */
export function testedReading(readings: Readings, chosen: string | null): Readings[number] | undefined {
  const others = readings.find(({ words }) => words === null);
  return readings.find(({ words }) => words !== null && words === chosen) ?? others ?? readings[0];
}

/** Chooses which of several mails a test sends. Renders nothing if there is only one. */
export function TestAs({
  readings,
  value,
  onChange,
}: {
  readings: Readings;
  value: string | null;
  onChange: (words: string | null) => void;
}) {
  if (readings.every(({ words }) => words === null)) return null;
  const data = readings.map((reading) => ({ value: reading.words ?? '', label: readingName(reading) }));
  return (
    <NativeSelect
      label="The test is the mail to"
      value={testedReading(readings, value)?.words ?? ''}
      data={data.toSorted((one, other) => Number(one.value !== '') - Number(other.value !== ''))}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
