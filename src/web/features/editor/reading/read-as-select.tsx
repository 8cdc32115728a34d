import { NativeSelect } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { isFor } from '#newsletter/document/audience.ts';
import { findBlock } from '#newsletter/document/layout.ts';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useGroups } from '#web/features/editor/kernel/facts/block-groups.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { groupsRead, type ReadAsChoice, readAsOf, readAsStore, readerValue } from './read-as.ts';

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
  const value = readerValue(useStore(readAsStore(editing)));
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
        readAsStore(editing).setState(readAs, true);
      }}
    />
  );
}
