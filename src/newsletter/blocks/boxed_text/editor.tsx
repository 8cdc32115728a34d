import { IconSquareLetterT } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const boxedTextEditor: BlockEditor<'boxed_text'> = {
  type: 'boxed_text',
  icon: IconSquareLetterT,
  isWrittenInPlace: true,
  Form: loadable(async () => (await import('./form.tsx')).BoxedTextForm),
};
