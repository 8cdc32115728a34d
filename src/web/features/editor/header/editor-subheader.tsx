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
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import type { View } from '#web/features/editor/kernel/view.ts';
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
  onLayout,
  onDesign,
  onRead,
}: {
  onLayout: () => void;
  onDesign: () => void;
  onRead: () => void;
}) {
  const { isNarrow, editing, guests } = useTools();
  const isWhole = !editing.isContributor;
  return (
    <div className={classes.subheader}>
      <div className={classes.name}>
        <TitleField />
        <Status />
      </div>
      <div className={classes.ways}>
        <ViewChoice />
        <ReadAsField className={classes.readAs} />
      </div>
      <div className={classes.state}>
        <SaveStatus />
        <span className={classes.rule} />
        {guests.at('Button').map(({ name, contribution: Button }) => (
          <Button key={name} />
        ))}
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

function ViewChoice() {
  const { editing } = useTools();
  const view = useStore(editing.view);
  return (
    <div role="radiogroup" aria-label="Preview" className={classes.views}>
      {VIEWS.map(({ value, words, icon: Icon }) => (
        <label key={value} className={classes.view}>
          <input
            type="radio"
            name="view"
            className="visually-hidden"
            checked={view === value}
            onChange={() => editing.view.setState(value, true)}
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
