import { TextInput } from '@mantine/core';
import { IconHeading } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';

function HeadingForm({ value, onChange, problem }: BlockFormProps<BlockValues['heading']>) {
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

export const headingEditor: BlockEditor<'heading'> = {
  type: 'heading',
  icon: IconHeading,
  Form: HeadingForm,
};
