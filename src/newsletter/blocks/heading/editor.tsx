import { IconHeading } from '@tabler/icons-react';
import type { BlockEditor, BlockFormProps } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { loadable } from '#ui/loadable.tsx';

export const headingEditor: BlockEditor<'heading'> = {
  type: 'heading',
  icon: IconHeading,
  isWrittenInPlace: true,
  offersBlocks: true,
  Form: loadable<BlockFormProps<BlockValues['heading']>>(
    async () => (await import('#newsletter/fields/written-on-page.tsx')).WrittenOnPage,
  ),
};
