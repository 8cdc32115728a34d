import { useEffect, useRef } from 'react';
import { insteadOf, loadable } from '#ui/loadable.tsx';
import type { Guest, MenuItem } from '#web/features/editor/kernel/guest.ts';
import { focusHistoryButton } from '#web/features/editor/kernel/places/focus.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

const HistoryScreen = loadable(
  async () => (await import('./history-screen.tsx')).HistoryScreen,
  insteadOf('history'),
);

/** The history: earlier states of the newsletter, and the authors of its changes. Contributors have no history. */
export const HISTORY: Guest = {
  name: 'history',
  preload: { later: [HistoryScreen.preload] },
  MenuItem: HistoryItem,
  Screen: WhereOpen,
};

function HistoryItem({ Item }: { Item: MenuItem }) {
  const { editing } = useTools();
  const { open } = useHistoryPlace();
  return !editing.isContributor && <Item onClick={open}>History</Item>;
}

function WhereOpen() {
  const { editing } = useTools();
  const { isOpen } = useHistoryPlace();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) focusHistoryButton();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return isOpen && !editing.isContributor && <HistoryScreen />;
}
