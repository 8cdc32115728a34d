import { IconLibraryPhoto } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';
import { GROUP_MAX } from './block.ts';

export const imageGroupEditor: BlockEditor<'image_group'> = {
  type: 'image_group',
  icon: IconLibraryPhoto,
  Form: loadable(async () => (await import('./form.tsx')).ImageGroupForm),
  accepts: { kind: 'image', maxFiles: GROUP_MAX },
};
