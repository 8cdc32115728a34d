import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconHelpCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { SCREENS } from '#contract/paths.ts';
import { BusyButton } from '#ui/forms/busy-button.tsx';
import { BrandMark } from '#web/app/brand.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { SaveFailure } from '#web/features/editor/saving/save-status.tsx';
import { useSaving } from '#web/features/editor/saving/use-saving.ts';
import classes from './editor-header.module.css';
import { PeopleHere } from './people-here-part.ts';
import { PublishButton } from './publish-button.tsx';
import { useCanDiscard } from './use-can-discard.ts';

/** Exit, Discard, Save draft and Publish. */
export function EditorHeader({ onHelp }: { onHelp: () => void }) {
  const { busy, saveDraft, discard } = useSaving();
  const canDiscard = useCanDiscard();
  const { editing, guests } = useTools();
  const { isContributor, publicState: seen } = editing;
  const publicState = useStore(seen);
  return (
    <div className={classes.header}>
      <Link to={isContributor ? SCREENS.dashboard : SCREENS.newsletters} className={classes.exit}>
        <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
        Exit
      </Link>
      <span className={classes.mark}>
        <BrandMark size={26} />
      </span>
      {/* Here nothing else moves when it comes and goes. */}
      <SaveFailure />
      <span className={classes.space} data-room="" />
      {publicState === 'later' && <span className={classes.older}>Families still read the older words</span>}
      {guests.at('Head').map(({ name, contribution: Head }) => (
        <Head key={name} />
      ))}
      {!isContributor && (
        <Button variant="subtle" disabled={!canDiscard} onClick={() => void discard()}>
          Discard
        </Button>
      )}
      <PeopleHere />
      <ActionIcon aria-label="Keyboard shortcuts" aria-keyshortcuts="Control+/ Meta+/" onClick={onHelp}>
        <IconHelpCircle size={20} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <BusyButton
        type="button"
        variant="default"
        busy={busy === 'saving'}
        busyLabel="Saving…"
        onClick={() => void saveDraft()}
      >
        Save draft
      </BusyButton>
      {!isContributor && <PublishButton />}
    </div>
  );
}
