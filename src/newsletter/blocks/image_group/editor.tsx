import { IconLibraryPhoto } from '@tabler/icons-react';
import type { BlockEditor, UploadedPhoto } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { loadable } from '#ui/loadable.tsx';
import { GROUP_MAX } from './block.ts';
import { pictureShape, suggestedPattern } from './patterns.ts';

export const imageGroupEditor: BlockEditor<'image_group'> = {
  type: 'image_group',
  icon: IconLibraryPhoto,
  Form: loadable(async () => (await import('./form.tsx')).ImageGroupForm),
  accepts: { kind: 'image', maxFiles: GROUP_MAX },
  photos: {
    room: GROUP_MAX,
    together: GROUP_MAX,
    count: ({ images }) => images.length,
    // In a column, three across would be too small to see.
    emptyFor: (count, isAcross) => ({ images: [], ...(count === 3 && isAcross && { pattern: 'three' }) }),
    put: withPhoto,
  },
};

function withPhoto(
  value: BlockValues['image_group'],
  { url, alt, width = 0, height = 0 }: UploadedPhoto,
  before: ReadonlySet<string>,
): BlockValues['image_group'] {
  const at = value.images.findLastIndex((image) => before.has(image.crop?.original ?? image.url)) + 1;
  const images = value.images
    .toSpliced(at, 0, { url, alt, ...pictureShape(width, height) })
    .slice(0, GROUP_MAX);
  const pattern = value.pattern ?? suggestedPattern(images);
  return { ...value, images, ...(pattern && { pattern }) };
}
