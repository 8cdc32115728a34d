import { IconAlignLeft } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { loadable } from '#ui/loadable.tsx';

export const textEditor: BlockEditor<'text'> = {
  type: 'text',
  icon: IconAlignLeft,
  isWrittenInPlace: true,
  offersBlocks: true,
  Form: loadable<BlockFormProps<BlockValues['text']>>(
    async () => (await import('#newsletter/fields/written-on-page.tsx')).WrittenOnPage,
  ),
};
