import { IconPhoto } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const imageEditor: BlockEditor<'image'> = {
  type: 'image',
  icon: IconPhoto,
  Form: loadable(async () => (await import('./form.tsx')).ImageForm),
  accepts: { kind: 'image', maxFiles: 1 },
  photos: {
    room: 1,
    together: 1,
    count: ({ url }) => (url === '' ? 0 : 1),
    // The person may have described it, or marked it as decorative, while it was uploaded.
    put: (value, { url, alt }) => ({ size: 'full', ...value, url, alt: value.alt ?? alt }),
  },
};
