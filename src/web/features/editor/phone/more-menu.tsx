import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { AskItem, WhereApproved } from '#web/features/editor/guests/approval/approval-parts.tsx';
import { useOpenThreads } from '#web/features/editor/guests/notes/notes-button.tsx';
import { openNotes } from '#web/features/editor/guests/notes/open-notes.ts';
import { usePartsWords } from '#web/features/editor/guests/parts/parts-button.tsx';
import { ALL_PARTS, partsOf } from '#web/features/editor/guests/parts/parts-store.ts';
import { useCanRedo } from '#web/features/editor/header/undo-buttons.tsx';
import { redoStep } from '#web/features/editor/kernel/commands/commands.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import { useTimingPlace } from '#web/features/editor/kernel/places/timing-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { PhoneTool } from './phone-tool.tsx';

// A device with a mouse has keys as well; a finger has none.
function hasKeyboard(): boolean {
  return window.matchMedia('(any-pointer: fine)').matches;
}

/** The actions that have no room in a phone's heads. */
export function MoreMenu({
  view,
  onView,
  onLayout,
  onRead,
  onHelp,
}: {
  view: View;
  onView: (view: View) => void;
  onLayout: () => void;
  onRead: () => void;
  onHelp: () => void;
}) {
  const { editing, school } = useTools();
  const open = useOpenThreads();
  const parts = usePartsWords();
  const { open: openHistory } = useHistoryPlace();
  const canRedo = useCanRedo();
  const { ask } = useTimingPlace();
  const later = <Menu.Item onClick={() => ask('publish')}>Publish at a time</Menu.Item>;
  return (
    <Menu>
      <Menu.Target>
        <PhoneTool icon={IconDots} words="More" />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRead}>Read it through</Menu.Item>
        {!editing.isContributor && <Menu.Item onClick={onLayout}>Layout</Menu.Item>}
        <Menu.Item onClick={() => openNotes(editing)}>{open === 0 ? 'Notes' : `Notes (${open})`}</Menu.Item>
        {!editing.isContributor && (
          <>
            {parts !== null && (
              <Menu.Item onClick={() => partsOf(editing).open(ALL_PARTS)}>{parts}</Menu.Item>
            )}
            <Menu.Item onClick={openHistory}>History</Menu.Item>
            {school.approval ? <WhereApproved>{later}</WhereApproved> : later}
            {school.approval && <AskItem />}
          </>
        )}
        <Menu.Item onClick={() => onView(view === 'mail' ? 'desktop' : 'mail')}>
          {view === 'mail' ? 'Show as page' : 'Show as mail'}
        </Menu.Item>
        <Menu.Item disabled={!canRedo} onClick={() => redoStep(editing)}>
          Redo
        </Menu.Item>
        {hasKeyboard() && <Menu.Item onClick={onHelp}>Keyboard shortcuts</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}
