import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { percentIn, typedPercent } from './percent.ts';

/** A field for a percentage; NaN is not filled in. */
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
  // '98.' means 98 and must stay while somebody types on; what undo brings is another number.
  const shown = Object.is(percentIn(typed), value) ? typed : textOf(value);
  return (
    <TextInput
      label="Percent"
      className={className}
      data-path={path}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      error={error}
      onChange={(event) => {
        const text = typedPercent(event.currentTarget.value);
        setTyped(text);
        onChange(percentIn(text));
      }}
      onBlur={() => setTyped('')}
    />
  );
}

function textOf(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}
