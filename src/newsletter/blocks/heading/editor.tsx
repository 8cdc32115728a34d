import { IconHeading } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const headingEditor: BlockEditor<'heading'> = {
  type: 'heading',
  icon: IconHeading,
  Form: loadable(async () => (await import('./form.tsx')).HeadingForm),
};
