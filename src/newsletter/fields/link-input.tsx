import { TextInput, type TextInputProps } from '@mantine/core';
import { completeWebAddress } from '#newsletter/values/url.ts';

type Props = Omit<TextInputProps, 'type' | 'inputMode' | 'value' | 'onChange' | 'onBlur'> & {
  readonly value: string;
  readonly onChange: (url: string) => void;
};

/** A field for a web address, which is completed when the field is left. */
export function LinkInput({ value, onChange, ...props }: Props) {
  const complete = () => {
    const completed = completeWebAddress(value);
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
      onBlur={complete}
    />
  );
}
