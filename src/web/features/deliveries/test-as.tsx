import { NativeSelect } from '@mantine/core';
import type { Audience } from '#contract/deliveries.ts';
import { whoOf } from './what-they-read.tsx';

type Readings = Audience['readings'];

/** Which of several mails a test is; null for everyone else's. Nothing where there is one alone. */
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
  const groups = readings.flatMap(({ words }) => words ?? []);
  return (
    <NativeSelect
      label="The test is the mail to"
      value={value === null || !groups.includes(value) ? '' : value}
      data={[
        { value: '', label: whoOf({ words: null, blocks: [], groups: [], families: 0 }) },
        ...groups.map((words) => ({ value: words, label: words })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
