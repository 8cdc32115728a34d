import { ActionIcon, CloseButton, TextInput } from '@mantine/core';
import { useEyeDropper } from '@mantine/hooks';
import { IconCheck, IconColorPicker } from '@tabler/icons-react';
import { useRef } from 'react';
import { COLOUR_MESSAGE, normaliseColour } from '#newsletter/values/colour.ts';
import { atRelease } from '#ui/after-press.ts';
import classes from './colour-field.module.css';

/** The picker's colour while none is chosen. Source: docs/requirements/screens.md 9.10. */
const UNCHOSEN = '#aaaaaa';

/** A colour field: a swatch that opens the system's picker, a text input for the hex code, and a note on its use. */
export function ColourField({
  label,
  value,
  used,
  purpose,
  fallback,
  proposal,
  onChange,
}: {
  label: string;
  /** The text as typed; empty if no colour is chosen. */
  value: string;
  /** The colour as newsletters use it, darkened as far as needed. */
  used: string;
  /** The use of the colour, such as 'headings'. */
  purpose: string;
  /** A note shown while none is chosen. */
  fallback: string;
  /** The colour that an empty field takes when it is left; without one, it stays empty. */
  proposal?: string | undefined;
  onChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const hex = normaliseColour(value);
  const wrong = value !== '' && hex === null;
  const complete = () => {
    const next = hex ?? (value === '' ? proposal : undefined);
    if (next !== undefined && next !== value) onChange(next);
  };
  const newest = useRef(complete);
  newest.current = complete;
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
      // The note below may become longer.
      onBlur={() => atRelease(() => field.current !== null && newest.current())}
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
      rightSectionWidth="auto"
      rightSection={
        <span className={classes.tools}>
          <Dropper label={label} onChange={onChange} />
          {value !== '' && proposal === undefined && (
            <CloseButton
              size={28}
              iconSize={16}
              aria-label={`${label}: back to the default`}
              onClick={() => {
                onChange('');
                // The button disappears with the colour.
                field.current?.focus();
              }}
            />
          )}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={wrong ? null : <Verdict hex={hex} used={used} purpose={purpose} fallback={fallback} />}
    />
  );
}

// Design tools copy hex codes without '#'.
function withHash(typed: string): string {
  return /^[0-9a-f]{6}$/i.test(typed) ? `#${typed}` : typed;
}

/** Takes a colour from anywhere on the screen, in browsers that can: from the letterhead in another window, say. */
function Dropper({ label, onChange }: { label: string; onChange: (value: string) => void }) {
  const { supported, open } = useEyeDropper();
  if (!supported) return null;
  const take = async () => {
    // Rejects if the person leaves it with Escape.
    const taken = await open().catch(() => undefined);
    const hex = normaliseColour(taken?.sRGBHex ?? '');
    if (hex !== null) onChange(hex);
  };
  return (
    <ActionIcon size={28} aria-label={`${label}: take it from the screen`} onClick={() => void take()}>
      <IconColorPicker size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
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
  if (hex === null) return <>None: {fallback}</>;
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
