import { IconCalendarEvent } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const eventEditor: BlockEditor<'event'> = {
  type: 'event',
  icon: IconCalendarEvent,
  Form: loadable(async () => (await import('./form.tsx')).EventBlockForm),
};
