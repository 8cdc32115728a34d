import { TextInput } from '@mantine/core';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';

export function HeadingForm({ value, onChange, problem }: BlockFormProps<BlockValues['heading']>) {
  return (
    <TextInput
      label="Heading"
      data-path="text"
      value={value.text}
      error={problem('text')}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}
