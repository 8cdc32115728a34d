import { Textarea } from '@mantine/core';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';

export function FooterForm({ value, onChange, problem }: BlockFormProps<BlockValues['footer']>) {
  return (
    <Textarea
      label="Footer text"
      description="Stands at the foot, below your school’s name, email, phone and website."
      autosize
      minRows={3}
      maxRows={10}
      data-path="text"
      value={value.text}
      error={problem('text')}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}
