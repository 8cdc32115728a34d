import { IconLayoutBottombar } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const footerEditor: BlockEditor<'footer'> = {
  type: 'footer',
  icon: IconLayoutBottombar,
  isWrittenInPlace: true,
  Form: loadable(async () => (await import('./form.tsx')).FooterForm),
};
