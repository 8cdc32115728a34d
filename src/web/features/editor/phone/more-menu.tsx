import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useStore } from 'zustand';
import { useCanRedo } from '#web/features/editor/header/undo-buttons.tsx';
import { redoStep } from '#web/features/editor/kernel/commands/commands.ts';
import type { MenuItem } from '#web/features/editor/kernel/guest.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { PhoneTool } from './phone-tool.tsx';

// A device with a mouse has keys as well; a finger has none.
function hasKeyboard(): boolean {
  return window.matchMedia('(any-pointer: fine)').matches;
}

/** The actions that have no room in a phone's heads. */
export function MoreMenu({
  onLayout,
  onRead,
  onHelp,
}: {
  onLayout: () => void;
  onRead: () => void;
  onHelp: () => void;
}) {
  const { editing, guests } = useTools();
  const view = useStore(editing.view);
  const canRedo = useCanRedo();
  return (
    <Menu>
      <Menu.Target>
        <PhoneTool icon={IconDots} words="More" />
      </Menu.Target>
      <Menu.Dropdown>
        <Item onClick={onRead}>Read it through</Item>
        {!editing.isContributor && <Item onClick={onLayout}>Layout</Item>}
        {guests.at('MenuItem').map(({ name, contribution: OfGuest }) => (
          <OfGuest key={name} Item={Item} />
        ))}
        <Item onClick={() => editing.view.setState(view === 'mail' ? 'desktop' : 'mail', true)}>
          {view === 'mail' ? 'Show as page' : 'Show as mail'}
        </Item>
        <Menu.Item disabled={!canRedo} onClick={() => redoStep(editing)}>
          Redo
        </Menu.Item>
        {hasKeyboard() && <Item onClick={onHelp}>Keyboard shortcuts</Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

function Item(props: ComponentProps<MenuItem>) {
  return <Menu.Item {...props} />;
}
