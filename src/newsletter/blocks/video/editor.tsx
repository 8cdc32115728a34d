import { IconVideo } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const videoEditor: BlockEditor<'video'> = {
  type: 'video',
  icon: IconVideo,
  Form: loadable(async () => (await import('./form.tsx')).VideoForm),
  accepts: { kind: 'video', maxFiles: 1 },
};
