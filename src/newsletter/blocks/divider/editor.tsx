import { IconMinus } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const dividerEditor: BlockEditor<'divider'> = {
  type: 'divider',
  icon: IconMinus,
  Form: loadable(async () => (await import('./form.tsx')).DividerForm),
};
