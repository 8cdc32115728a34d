import { IconHeading } from '@tabler/icons-react';
import { TEXT_MAX } from '../../block.ts';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import { LineField } from '../../block-fields.tsx';

function HeadingForm({ value, onChange, reports }: BlockFormProps<'heading'>) {
  return (
    <LineField
      {...reports}
      path="text"
      label="Heading"
      maxLength={TEXT_MAX}
      value={value.text}
      onText={(text) => onChange({ text })}
    />
  );
}

/** The heading's form. */
export const headingEditor: BlockEditor<'heading'> = { icon: IconHeading, Form: HeadingForm };
