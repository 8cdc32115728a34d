import { TextInput } from '@mantine/core';
import type { z } from 'zod';
import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { notice } from './block.ts';

export function NoticeForm({ value, onChange, problem }: BlockFormProps<z.output<typeof notice.schema>>) {
  return (
    <TextInput
      label="Title of the notice"
      data-path="title"
      value={value.title}
      error={problem('title')}
      onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
    />
  );
}
