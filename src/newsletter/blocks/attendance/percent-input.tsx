import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { parsePercent, sanitisePercent, whyOther } from './percent.ts';

/** A field for a percentage. NaN means empty. */
export function PercentInput({
  value,
  path,
  error,
  className,
  onChange,
}: {
  value: number;
  path: string;
  error: string | undefined;
  className: string | undefined;
  onChange: (percents: number) => void;
}) {
  const [typed, setTyped] = useState('');
  const [why, setWhy] = useState<string | null>(null);
  // Keep '98.' (parsed as 98) while the user is typing; show the value if undo has changed it.
  const shown = Object.is(parsePercent(typed), value) ? typed : formatNumber(value);
  return (
    <TextInput
      label="Percent"
      className={className}
      data-path={path}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={error}
      description={why}
      onChange={(event) => {
        const text = sanitisePercent(event.currentTarget.value);
        setTyped(text);
        setWhy(whyOther(event.currentTarget.value));
        onChange(parsePercent(text));
      }}
      onBlur={() => setTyped('')}
    />
  );
}

function formatNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}
