import { TextInput, type TextInputProps } from '@mantine/core';
import { completeWebAddress } from '#newsletter/values/url.ts';

type Props = Omit<TextInputProps, 'type' | 'inputMode' | 'value' | 'onChange' | 'onBlur'> & {
  readonly value: string;
  readonly onChange: (url: string) => void;
  /** Completes what was typed. */
  readonly complete?: (typed: string) => string;
};

/** A field for a web address, which is completed when the field is left. */
export function LinkInput({ value, onChange, complete = completeWebAddress, ...props }: Props) {
  const completeTyped = () => {
    const completed = complete(value);
    if (completed !== value) onChange(completed);
  };
  return (
    <TextInput
      placeholder="https://"
      {...props}
      type="url"
      inputMode="url"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={completeTyped}
    />
  );
}
