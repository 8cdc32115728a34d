import { Radio } from '@mantine/core';
import { IconSeparatorHorizontal } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '../../block-editor.ts';
import { DIVIDER_STYLES } from './block.ts';

const NAMES = { solid: 'Solid line', dashed: 'Dashed line' } as const;

function DividerForm({ value, onChange }: BlockFormProps<'divider'>) {
  return (
    <Radio.Group label="Style" value={value.style}>
      {DIVIDER_STYLES.map((style) => (
        <Radio key={style} value={style} label={NAMES[style]} mt="sm" onChange={() => onChange({ style })} />
      ))}
    </Radio.Group>
  );
}

/** The divider's form. */
export const dividerEditor: BlockEditor<'divider'> = { icon: IconSeparatorHorizontal, Form: DividerForm };
