import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { loadable, Nothing } from '#ui/loadable.tsx';
import type { ActionButton } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

const SaveBlocksDialog = loadable(
  async () => (await import('./save-blocks-dialog.tsx')).SaveBlocksDialog,
  Nothing,
);

/** Among the actions of a block: keeps it for other newsletters. */
export function Keep({ name, Button }: { name: string; Button: ActionButton }) {
  const { editing } = useTools();
  const [isOpen, setOpen] = useState(false);
  if (editing.isContributor) return null;
  return (
    <>
      <Button label="Keep for other newsletters" word="Keep" onClick={() => setOpen(true)}>
        <IconBookmark size={20} stroke={1.75} aria-hidden="true" />
      </Button>
      {isOpen && <SaveBlocksDialog name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
