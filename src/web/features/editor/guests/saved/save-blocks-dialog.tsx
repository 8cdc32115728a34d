import { NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useState } from 'react';
import { renameSavedItemForm, SAVED_BLOCKS_MAX } from '#contract/saved-items.ts';
import { NameDialog } from '#ui/dialogs/name-dialog.tsx';
import { toast } from '#ui/feedback/toast.ts';
import { exampleDatesOf } from '#web/features/editor/kernel/facts/example-dates.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useSavedItemActions } from '#web/newsletter-ui/saved-items/saved-data.ts';
import { blocksFrom } from './saved-blocks.ts';

/** Keeps a block, or it and the ones below it, under a name. */
export function SaveBlocksDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { create } = useSavedItemActions();
  const { editing } = useTools();
  const [count, setCount] = useState(1);
  const state = useEditor((now) => now);
  const blocks = blocksFrom(state, name).slice(0, SAVED_BLOCKS_MAX);
  // Their invented dates stay out of the calendar in other newsletters, too.
  const dates = exampleDatesOf(editing).getState();
  const invented = dates.length > 0 && { examples: { blocks: [], dates: [...dates] } };
  return (
    <NameDialog
      title="Keep for other newsletters"
      schema={renameSavedItemForm}
      initial=""
      isBusy={create.isPending}
      onClose={onClose}
      onName={(given) =>
        create.mutate(
          { kind: 'blocks', name: given, code: blocks.slice(0, count), ...invented },
          {
            onSuccess: () => {
              toast.success(`‘${given}’ is saved. It is in the list of blocks`);
              onClose();
            },
          },
        )
      }
    >
      {blocks.length > 1 && (
        <NumberInput
          label="How many blocks, from this one down"
          min={1}
          max={blocks.length}
          clampBehavior="strict"
          allowDecimal={false}
          value={count}
          onChange={(value) => setCount(Number(value) || 1)}
        />
      )}
    </NameDialog>
  );
}
