import { IconAlignLeft } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import { RichTextField } from '../../rich-text-field.tsx';

function TextForm({ value, onChange, reports }: BlockFormProps<'text'>) {
  return <RichTextField html={value.html} reports={reports} onHtml={(html) => onChange({ html })} />;
}

/** The text's form. */
export const textEditor: BlockEditor<'text'> = { icon: IconAlignLeft, Form: TextForm };
