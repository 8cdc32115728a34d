import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowLeft, IconDots, IconHelpCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { SCREENS } from '#contract/paths.ts';
import { RELOAD } from '#ui/feedback/reload.ts';
import { toast } from '#ui/feedback/toast.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { loadable } from '#ui/loadable.tsx';
import { Mark } from '#web/app/brand.tsx';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import type { useSaving } from '#web/features/editor/saving/use-saving.ts';
import { isSameSaved, savedPart } from '#web/features/editor/state/editor-state.ts';
import classes from './editor-header.module.css';

const MoreMenu = loadable(async () => (await import('./more-menu.tsx')).MoreMenu, InsteadOfMenu);

// Keeps the menu's place.
function InsteadOfMenu({ hasFailed }: { hasFailed: boolean }) {
  if (!hasFailed) return <span className={classes.more} />;
  return (
    <ActionIcon
      aria-label="More"
      onClick={() =>
        toast.error('The menu could not be loaded. What you have typed is kept.', { action: RELOAD })
      }
    >
      <IconDots size={20} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** Exit, Discard, Save draft and Publish. */
export function EditorHeader({
  saving,
  view,
  onView,
  onLayout,
  onDesign,
  onRead,
  onHelp,
}: {
  saving: ReturnType<typeof useSaving>;
  view: View;
  onView: (view: View) => void;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
  onHelp: () => void;
}) {
  const { busy, saveDraft, publish, discard } = saving;
  const canDiscard = useCanDiscard();
  // On a phone there is no room for a longer label.
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  return (
    <div className={classes.header}>
      <Link to={SCREENS.newsletters} className={classes.exit}>
        <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
        Exit
      </Link>
      <span className={classes.mark}>
        <Mark size={26} />
      </span>
      <span className={classes.space} data-room="" />
      <Button variant="subtle" className={classes.wide} disabled={!canDiscard} onClick={() => void discard()}>
        Discard
      </Button>
      <ActionIcon
        className={classes.wide}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="Control+/ Meta+/"
        onClick={onHelp}
      >
        <IconHelpCircle size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      {isPhone && (
        <MoreMenu
          view={view}
          canDiscard={canDiscard}
          onView={onView}
          onLayout={onLayout}
          onDesign={onDesign}
          onRead={onRead}
          onDiscard={() => void discard()}
          onHelp={onHelp}
        />
      )}
      <BusyButton
        type="button"
        variant="default"
        busy={busy === 'saving'}
        busyLabel={isPhone ? '…' : 'Saving…'}
        onClick={() => void saveDraft()}
      >
        Save draft
      </BusyButton>
      <BusyButton
        type="button"
        busy={busy === 'publishing'}
        busyLabel={isPhone ? '…' : 'Publishing…'}
        onClick={() => void publish()}
      >
        Publish
      </BusyButton>
    </div>
  );
}

// Whether anything differs from the newsletter as it was opened.
function useCanDiscard(): boolean {
  const { opened, saver } = useTools().editing;
  const isUnsaved = useStore(saver.state, ({ step }) => step !== 'saved');
  const isChanged = useEditor(
    (state) => !isSameSaved(savedPart(state), opened.saved) || Object.keys(state.workingCopies).length > 0,
  );
  return isUnsaved || isChanged;
}
