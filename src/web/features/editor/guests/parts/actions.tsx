import { IconUserEdit } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { ActionButton, MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { usePartsWords } from './parts-button.tsx';
import { ALL_PARTS, partsOf } from './parts-store.ts';
import { usePart, usePartName } from './use-part.ts';

/** In the phone's menu: opens the list of all parts. */
export function PartsItem({ Item }: { Item: MenuItem }) {
  const { editing } = useTools();
  const words = usePartsWords();
  if (words === null || editing.isContributor) return null;
  return <Item onClick={() => partsOf(editing).open(ALL_PARTS)}>{words}</Item>;
}

/** Among the actions of a block: opens its part. */
export function GiveOut({ name, Button }: { name: string; Button: ActionButton }) {
  const { editing } = useTools();
  const writer = usePartName(usePart(name));
  return (
    <Button
      label={writer === null ? 'Give out this part' : `Part of ${writer}`}
      word={writer === null ? 'Give out' : 'Part'}
      onClick={() => partsOf(editing).open(name)}
    >
      <IconUserEdit size={20} stroke={1.75} aria-hidden="true" />
    </Button>
  );
}

/** '2 parts not done', in the list of what is not done yet. */
export function StillWritten() {
  const open = useStore(
    useTools().editing.parts,
    ({ parts }) => [...parts.values()].filter(({ attributes }) => attributes.done_at === null).length,
  );
  return open > 0 && <li>{`${open} ${open === 1 ? 'part' : 'parts'} not done`}</li>;
}
