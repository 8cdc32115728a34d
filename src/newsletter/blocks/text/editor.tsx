import { IconAlignLeft } from '@tabler/icons-react';
import type { BlockValues } from '../../document.ts';
import type { BlockEditor, BlockFormProps } from '../block-editor.ts';
import { RichTextField } from '../rich-text-field.tsx';

function TextForm({ value, onChange, problem }: BlockFormProps<BlockValues['text']>) {
  return (
    <RichTextField
      label="Text"
      path="html"
      value={value.html}
      error={problem('html')}
      onChange={(html) => onChange({ html })}
    />
  );
}

export const textEditor: BlockEditor<'text'> = { type: 'text', icon: IconAlignLeft, Form: TextForm };
