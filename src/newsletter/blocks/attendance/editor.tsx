import { IconUserCheck } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const attendanceEditor: BlockEditor<'attendance'> = {
  type: 'attendance',
  icon: IconUserCheck,
  Form: loadable(async () => (await import('./form.tsx')).AttendanceForm),
  saveRequiresChange: true,
};
