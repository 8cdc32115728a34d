import { ActionIcon } from '@mantine/core';
import {
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
import { CheckButton } from '#web/features/editor/guests/check/check-button.tsx';
import { NotesButton } from '#web/features/editor/guests/notes/notes-button.tsx';
import { PartsButton } from '#web/features/editor/guests/parts/parts-button.tsx';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { ReadAsField } from '#web/features/editor/reading/read-as-field.tsx';
import { SaveStatus } from '#web/features/editor/saving/save-status.tsx';
import classes from './editor-subheader.module.css';
import { TitleField } from './title-field.tsx';
import { RedoButton, UndoButton } from './undo-buttons.tsx';

const VIEWS = [
  { value: 'desktop', words: 'Desktop', icon: IconDeviceDesktop },
  { value: 'phone', words: 'Phone', icon: IconDeviceMobile },
  { value: 'mail', words: 'Mail', icon: IconMail },
] as const satisfies readonly { value: View; words: string; icon: typeof IconMail }[];

/** The title, the choice of the view, the state of saving, the check, the layout, undo and redo. */
export function EditorSubheader({
  view,
  onView,
  areNotesShown,
  isChecking,
  onCheck,
  onLayout,
  onDesign,
  onRead,
}: {
  view: View;
  onView: (view: View) => void;
  areNotesShown: boolean;
  isChecking: boolean;
  onCheck: () => void;
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
}) {
  const { isNarrow, editing } = useTools();
  const isWhole = !editing.isContributor;
  return (
    <div className={classes.subheader}>
      <div className={classes.name}>
        <TitleField />
        <Status />
      </div>
      <div className={classes.ways}>
        <ViewChoice view={view} onView={onView} />
        <ReadAsField className={classes.readAs} />
      </div>
      <div className={classes.state}>
        <SaveStatus />
        <span className={classes.rule} />
        {isWhole && <PartsButton />}
        <NotesButton isOpen={areNotesShown} />
        {isWhole && <CheckButton isOpen={isChecking} onClick={onCheck} />}
        <Tip label="Read it through">
          <ActionIcon aria-label="Read it through" aria-haspopup="dialog" onClick={onRead}>
            <IconBook size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tip>
        {isNarrow && isWhole && (
          <Tip label="Design">
            <ActionIcon aria-label="Design" aria-haspopup="dialog" onClick={onDesign}>
              <IconPalette size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tip>
        )}
        {isWhole && (
          <Tip label="Layout">
            <ActionIcon aria-label="Layout" aria-haspopup="dialog" onClick={onLayout}>
              <IconLayoutColumns size={20} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tip>
        )}
        <UndoButton />
        <RedoButton />
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
