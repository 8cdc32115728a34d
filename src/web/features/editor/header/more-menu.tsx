import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { useHistoryPlace } from '#web/features/editor/history/history-place.ts';

// A device with a mouse has keys as well; a finger has none.
function hasKeyboard(): boolean {
  return window.matchMedia('(any-pointer: fine)').matches;
}

/** On phones, what the heads have no room for. */
export function MoreMenu({
  view,
  canDiscard,
  onView,
  onLayout,
  onDesign,
  onRead,
  onDiscard,
  onHelp,
}: {
  view: View;
  canDiscard: boolean;
  onView: (view: View) => void;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
  onDiscard: () => void;
  onHelp: () => void;
}) {
  const { open: openHistory } = useHistoryPlace();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRead}>Read it through</Menu.Item>
        <Menu.Item onClick={onDesign}>Design</Menu.Item>
        <Menu.Item onClick={onLayout}>Layout</Menu.Item>
        <Menu.Item onClick={openHistory}>History</Menu.Item>
        <Menu.Item onClick={() => onView(view === 'mail' ? 'desktop' : 'mail')}>
          {view === 'mail' ? 'Show as page' : 'Show as mail'}
        </Menu.Item>
        <Menu.Item disabled={!canDiscard} onClick={onDiscard}>
          Discard changes
        </Menu.Item>
        {hasKeyboard() && <Menu.Item onClick={onHelp}>Keyboard shortcuts</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
