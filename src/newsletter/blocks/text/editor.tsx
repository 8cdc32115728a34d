import { IconAlignLeft } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const textEditor: BlockEditor<'text'> = {
  type: 'text',
  icon: IconAlignLeft,
  Form: loadable(async () => (await import('./form.tsx')).TextForm),
};
