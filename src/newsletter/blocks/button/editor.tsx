import { IconClick } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const buttonEditor: BlockEditor<'button'> = {
  type: 'button',
  icon: IconClick,
  isWrittenInPlace: true,
  Form: loadable(async () => (await import('./form.tsx')).ButtonForm),
};
