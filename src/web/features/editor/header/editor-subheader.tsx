import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBook,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconLayoutColumns,
  IconMail,
  IconPalette,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Tip } from '#ui/tip.tsx';
import type { View } from '#web/features/editor/canvas/sheet-size.ts';
import { CheckButton } from '#web/features/editor/check/check-button.tsx';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { SaveStatus } from '#web/features/editor/saving/save-status.tsx';
import { keysOf } from '#web/features/editor/shortcuts.ts';
import { redoStep, undoStep } from '#web/features/editor/state/commands.ts';
import classes from './editor-subheader.module.css';
import { TitleField } from './title-field.tsx';

const VIEWS = [
  { value: 'desktop', words: 'Desktop', icon: IconDeviceDesktop },
  { value: 'phone', words: 'Phone', icon: IconDeviceMobile },
  { value: 'mail', words: 'Mail', icon: IconMail },
] as const satisfies readonly { value: View; words: string; icon: typeof IconMail }[];

/** The title, the choice of the view, the state of saving, the check, the layout, undo and redo. */
export function EditorSubheader({
  view,
  onView,
  isChecking,
  onCheck,
  onLayout,
  onDesign,
  onRead,
}: {
  view: View;
  onView: (view: View) => void;
  isChecking: boolean;
  onCheck: () => void;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
}) {
  const { editing, isNarrow } = useTools();
  return (
    <div className={classes.subheader}>
      <div className={classes.name}>
        <TitleField />
        <Status />
      </div>
      <ViewChoice view={view} onView={onView} />
      <div className={classes.state}>
        <SaveStatus />
        <span className={classes.rule} />
        <CheckButton isOpen={isChecking} onClick={onCheck} />
        <Tip label="Read it through">
          <ActionIcon
            className={classes.wide}
            aria-label="Read it through"
            aria-haspopup="dialog"
            onClick={onRead}
          >
            <IconBook size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tip>
        {isNarrow && (
          <Tip label="Design">
            <ActionIcon
              className={classes.wide}
              aria-label="Design"
              aria-haspopup="dialog"
              onClick={onDesign}
            >
              <IconPalette size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tip>
        )}
        <Tip label="Layout">
          <ActionIcon className={classes.wide} aria-label="Layout" aria-haspopup="dialog" onClick={onLayout}>
            <IconLayoutColumns size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tip>
        <UndoButtons editing={editing} />
      </div>
    </div>
  );
}

function ViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <div role="radiogroup" aria-label="Preview" className={classes.views}>
      {VIEWS.map(({ value, words, icon: Icon }) => (
        <label key={value} className={classes.view}>
          <input
            type="radio"
            name="view"
            className="visually-hidden"
            checked={view === value}
            onChange={() => onView(value)}
          />
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          <span>{words}</span>
        </label>
      ))}
    </div>
  );
}

function UndoButtons({ editing }: Pick<ReturnType<typeof useTools>, 'editing'>) {
  const canUndo = useStore(editing.store.temporal, (history) => history.pastStates.length > 0);
  const canRedo = useStore(editing.store.temporal, (history) => history.futureStates.length > 0);
  return (
    <>
      <Tip label={`Undo  ${keysOf('undo')}`}>
        <ActionIcon aria-label="Undo" aria-disabled={!canUndo || undefined} onClick={() => undoStep(editing)}>
          <IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tip>
      <Tip label={`Redo  ${keysOf('redo')}`}>
        <ActionIcon aria-label="Redo" aria-disabled={!canRedo || undefined} onClick={() => redoStep(editing)}>
          <IconArrowForwardUp size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tip>
    </>
  );
}

function Status() {
  const publicState = useStore(useTools().editing.publicState);
  return (
    <span className={classes.status}>
      <StatusBadge
        status={publicState}
        title={publicState === 'draft' ? undefined : 'Readers see the last published state'}
      />
    </span>
  );
}
