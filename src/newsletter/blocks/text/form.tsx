import type { BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { RichTextField } from '#newsletter/rich-text/editor/rich-text-field.tsx';

export function TextForm({ value, onChange, problem }: BlockFormProps<BlockValues['text']>) {
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
