import { Select } from '@mantine/core';
import { IconTextRecognition } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import styles from '../../block-fields.module.css';
import { ColourPicker } from '../../block-fields.tsx';
import { contrast, READABLE } from '../../colour.ts';
import { RichTextField } from '../../rich-text-field.tsx';
import { WORD_BREAKS } from './block.ts';

const BREAKS = {
  'break-word': 'Only words that are too long',
  'break-all': 'Anywhere',
  'keep-all': 'Never inside a word',
} as const;
const BREAK_OPTIONS = WORD_BREAKS.map((setting) => ({ value: setting, label: BREAKS[setting] }));

function BoxedTextForm({ value, onChange, reports }: BlockFormProps<'boxed_text'>) {
  return (
    <div className={styles.stack}>
      <RichTextField html={value.html} reports={reports} onHtml={(html) => onChange({ ...value, html })} />
      <ColourPicker
        label="Background"
        value={value.background}
        onColour={(background) => onChange({ ...value, background })}
      />
      <ColourPicker
        label="Text colour"
        value={value.color}
        onColour={(color) => onChange({ ...value, color })}
      />
      {contrast(value.color, value.background) < READABLE && (
        <p className={styles.caption} role="status">
          This text is hard to read on its background. Choose a darker or lighter one.
        </p>
      )}
      <Select
        label="Break lines inside words"
        data={BREAK_OPTIONS}
        allowDeselect={false}
        value={value.word_break}
        onChange={(chosen) => {
          const setting = WORD_BREAKS.find((known) => known === chosen);
          if (setting !== undefined) onChange({ ...value, word_break: setting });
        }}
      />
    </div>
  );
}

/** The boxed text's form: rich text, the box's colours, how words break. */
export const boxedTextEditor: BlockEditor<'boxed_text'> = { icon: IconTextRecognition, Form: BoxedTextForm };
