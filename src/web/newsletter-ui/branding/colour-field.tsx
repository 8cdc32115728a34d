import { CloseButton, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef } from 'react';
import { COLOUR_MESSAGE, normaliseColour } from '#newsletter/values/colour.ts';
import classes from './colour-field.module.css';

/** What a picker shows while no colour is chosen. Source: docs/requirements/screens.md 9.10. */
const UNCHOSEN = '#aaaaaa';

/** A colour: a swatch that opens the system's picker, and its number to type or paste; below, how it will be used. */
export function ColourField({
  label,
  value,
  used,
  purpose,
  fallback,
  onChange,
}: {
  label: string;
  /** As typed; empty while none is chosen. */
  value: string;
  /** The colour that newsletters make of it, darkened as far as needed. */
  used: string;
  /** What it is used for: 'headings'. */
  purpose: string;
  /** What stands in while none is chosen. */
  fallback: string;
  onChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const hex = normaliseColour(value);
  const wrong = value !== '' && hex === null;
  return (
    <TextInput
      ref={field}
      label={label}
      value={value}
      placeholder="#rrggbb"
      spellCheck={false}
      autoComplete="off"
      maxLength={7}
      error={wrong ? COLOUR_MESSAGE : null}
      onChange={(event) => onChange(withHash(event.currentTarget.value.trim()))}
      onBlur={() => hex !== null && onChange(hex)}
      leftSectionWidth={52}
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          aria-label={`${label}: choose`}
          value={hex ?? UNCHOSEN}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      rightSection={
        value === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={`${label}: back to the default`}
            onClick={() => {
              onChange('');
              // The button goes with the colour.
              field.current?.focus();
            }}
          />
        )
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={wrong ? null : <Verdict hex={hex} used={used} purpose={purpose} fallback={fallback} />}
    />
  );
}

// As design tools copy it.
function withHash(typed: string): string {
  return /^[0-9a-f]{6}$/i.test(typed) ? `#${typed}` : typed;
}

function Verdict({
  hex,
  used,
  purpose,
  fallback,
}: {
  hex: string | null;
  used: string;
  purpose: string;
  fallback: string;
}) {
  if (hex === null) return <>Not chosen yet: {fallback}</>;
  if (hex === used) {
    return (
      <span className={classes.verdict}>
        <IconCheck size={18} stroke={1.75} className={classes.check} aria-hidden="true" />
        Easy to read on white
      </span>
    );
  }
  return (
    <>
      For {purpose}, we darken it to <span className={classes.chip} style={{ background: used }} />
      <strong>{used}</strong>
    </>
  );
}
