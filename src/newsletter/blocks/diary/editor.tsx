import { IconCalendarMonth } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const diaryEditor: BlockEditor<'diary'> = {
  type: 'diary',
  icon: IconCalendarMonth,
  Form: loadable(async () => (await import('./form.tsx')).DiaryForm),
};
