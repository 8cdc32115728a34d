import { IconTable } from '@tabler/icons-react';
import type { BlockEditor } from '#newsletter/blocks/block-editor.ts';
import { loadable } from '#ui/loadable.tsx';

export const tableEditor: BlockEditor<'table'> = {
  type: 'table',
  icon: IconTable,
  Form: loadable(async () => (await import('./form.tsx')).TableForm),
};
