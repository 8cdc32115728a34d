import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CODES } from '#contract/sign-in/ways/code.ts';
import classes from './code-input.module.css';

const PLACES = Array.from({ length: CODES.digits }, (_, place) => place);
const digitsOf = (text: string) => text.replace(/\s/g, '');

/**
 * The field for an authenticator app's code: one field over six boxes, so that it can be pasted and autofilled, and is read out as
 * one. The boxes only show the field's text.
 */
export function CodeInput(props: TextInputProps) {
  const [digits, setDigits] = useState('');
  const [at, setAt] = useState(0);
  const boxes = useRef<HTMLDivElement>(null);
  const { error } = props;
  // The next code replaces the wrong one: a full field would take none of it.
  useEffect(() => {
    const field = error ? boxes.current?.querySelector('input') : null;
    field?.select();
    field?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const show = (event: ChangeEvent<HTMLInputElement>) => {
    setDigits(digitsOf(event.currentTarget.value));
    props.onChange?.(event);
  };
  const follow = ({ currentTarget: { value, selectionStart } }: SyntheticEvent<HTMLInputElement>) =>
    setAt(digitsOf(value.slice(0, selectionStart ?? value.length)).length);
  const inBoxes = (field: ReactNode) => (
    <div ref={boxes} className={classes.boxes} data-wrong={Boolean(error) || undefined}>
      {PLACES.map((place) => (
        <span
          key={place}
          className={classes.box}
          aria-hidden="true"
          data-next={place === Math.min(at, CODES.digits - 1) || undefined}
        >
          {digits[place]}
        </span>
      ))}
      {field}
    </div>
  );
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      // Apps show a code with a space in the middle.
      maxLength={CODES.digits + 1}
      {...props}
      onChange={show}
      onSelect={follow}
      inputContainer={inBoxes}
      classNames={{ wrapper: classes.field ?? '', input: classes.input ?? '' }}
    />
  );
}
