import { TextInput, type TextInputProps } from '@mantine/core';
import { useRef } from 'react';
import { completeWebAddress } from '#newsletter/values/url.ts';
import { atRelease } from '#ui/after-press.ts';

type Props = Omit<TextInputProps, 'type' | 'inputMode' | 'value' | 'onChange' | 'onBlur'> & {
  readonly value: string;
  readonly onChange: (url: string) => void;
  /** Completes the typed text. */
  readonly complete?: (typed: string) => string;
};

/** A field for a web address, which is completed when the field is left. Its schema completes it too, so saving need not wait for that. */
export function LinkInput({ value, onChange, complete = completeWebAddress, ...props }: Props) {
  const newest = useRef({ value, onChange });
  newest.current = { value, onChange };
  const field = useRef<HTMLInputElement>(null);
  const completeTyped = () => {
    if (field.current === null) return;
    const completed = complete(newest.current.value);
    if (completed !== newest.current.value) newest.current.onChange(completed);
  };
  return (
    <TextInput
      placeholder="https://"
      {...props}
      ref={field}
      type="url"
      inputMode="url"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => atRelease(completeTyped)}
    />
  );
}
