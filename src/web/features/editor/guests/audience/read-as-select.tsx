import { NativeSelect } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { isFor } from '#newsletter/document/audience.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { selectBlock } from '#web/features/editor/kernel/commands.ts';
import { useGroups } from './block-groups.ts';
import { groupsRead, type ReadAsChoice, readAsOf, readerValue } from './read-as.ts';

/** See `read-as-field.tsx`. */
export function ReadAsSelect({
  readers,
  className,
}: {
  readers: readonly ReadAsChoice[];
  className: string | undefined;
}) {
  const { editing } = useTools();
  const groups = useGroups();
  const value = readerValue(useStore(editing.readAs));
  return (
    <NativeSelect
      aria-label="Read as"
      className={className}
      leftSection={<IconUsers size={18} stroke={1.75} aria-hidden="true" />}
      data={[...readers]}
      value={readers.some((reader) => reader.value === value) ? value : 'everyone'}
      onChange={({ currentTarget }) => {
        const readAs = readAsOf(currentTarget.value);
        const read = groupsRead(readAs, groups);
        const { document, selected } = editing.store.getState();
        const block = selected === null ? null : findBlock(document, selected);
        if (block !== null && read !== null && !isFor(block, read)) selectBlock(editing, null);
        editing.readAs.setState(readAs, true);
      }}
    />
  );
}
