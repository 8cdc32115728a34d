import { IconPhoto } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const imageEditor: BlockEditor<'image'> = {
  type: 'image',
  icon: IconPhoto,
  Form: loadable(async () => (await import('./form.tsx')).ImageForm),
  accepts: { kind: 'image', maxFiles: 1 },
};
