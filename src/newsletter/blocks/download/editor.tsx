import { IconFileDownload } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const downloadEditor: BlockEditor<'download'> = {
  type: 'download',
  icon: IconFileDownload,
  Form: loadable(async () => (await import('./form.tsx')).DownloadForm),
  accepts: { kind: 'document', maxFiles: 1 },
};
