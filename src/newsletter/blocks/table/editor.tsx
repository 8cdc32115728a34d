import { IconTable } from '@tabler/icons-react';
import type { BlockEditor, Clipboard } from '#newsletter/blocks/block-editor.ts';
import type { BlockValues } from '#newsletter/document/document.ts';
import { loadable } from '#ui/loadable.tsx';
import { table } from './block.ts';
import { pastedTable } from './pasted-table.tsx';

function fromClipboard(data: Clipboard): BlockValues['table'] | null {
  const [headings, ...rows] = pastedTable(data) ?? [];
  if (headings === undefined) return null;
  const lines = rows.length === 0 ? [headings.map(() => '')] : rows.map((cells) => [...cells]);
  return { ...table.defaults(), headings: [...headings], rows: lines };
}

export const tableEditor: BlockEditor<'table'> = {
  type: 'table',
  icon: IconTable,
  Form: loadable(async () => (await import('./form.tsx')).TableForm),
  fromClipboard,
};
