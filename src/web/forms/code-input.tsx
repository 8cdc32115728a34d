import { TextInput, type TextInputProps } from '@mantine/core';
import { CODES } from '#contract/signing-in/two-step.ts';
import classes from './code-input.module.css';

/** A code of an authenticator app: one field, so that it can be pasted and filled in. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      // With a space in the middle, as apps show it.
      maxLength={CODES.digits + 1}
      {...props}
      classNames={{ input: classes.input ?? '' }}
    />
  );
}
