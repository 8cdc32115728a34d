import { Textarea } from '@mantine/core';
import { IconLayoutBottombar } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import { reportsOf } from '../../block-fields.tsx';
import { FOOTER_MAX } from './block.ts';

function FooterForm({ value, onChange, reports }: BlockFormProps<'footer'>) {
  return (
    <Textarea
      {...reportsOf(reports, 'text')}
      label="Footer text"
      description="Your school’s name, e-mail, phone and website are added above it"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autosize
      minRows={4}
      maxRows={12}
      maxLength={FOOTER_MAX}
      value={value.text}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}

/** The footer's form. */
export const footerEditor: BlockEditor<'footer'> = { icon: IconLayoutBottombar, Form: FooterForm };
