import { ActionIcon } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowsExchange,
  IconArrowUp,
  IconBookmark,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import { createContext, memo, useContext, useState } from 'react';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { isAtFoot } from '#newsletter/document/traits.ts';
import { loadable } from '#ui/loadable.tsx';
import { Tip } from '#ui/tip.tsx';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { keysOf, type Shortcut } from '#web/features/editor/shortcuts.ts';
import { deleteBlock, duplicateBlock, moveBlockBy, toggleWide } from '#web/features/editor/state/commands.ts';
import { canMove } from '#web/features/editor/state/editor-state.ts';
import { type Side, sideOf } from '#web/features/editor/state/sides.ts';
import classes from './action-rail.module.css';
import { blockLabel } from './block-labels.ts';

/** On which side of the rail tooltips stand: not on the block. */
const TipSide = createContext<'left' | 'right'>('left');

/** The toolbar of the selected block. */
export const ActionRail = memo(function ActionRail({
  name,
  side,
  className,
}: {
  name: string;
  side: 'only' | 'wide' | Side | 'foot';
  className?: string | undefined;
}) {
  const { editing } = useTools();
  const document = useEditor((state) => state.document);
  const block = findBlock(document, name);
  const place = positionOf(document, name);
  if (block === null || place === null) return null;
  const isFoot = isAtFoot(block);
  return (
    <TipSide value={side === 'right' ? 'right' : 'left'}>
      <div
        className={`${classes.rail} ${className ?? ''}`}
        role="toolbar"
        aria-label={`Actions for ${blockLabel(document, name)}`}
        data-side={side}
      >
        {!isFoot && (
          <>
            <RailButton
              label="Move up"
              shortcut="up"
              isOff={!canMove(document, name, 'up')}
              onClick={() => moveBlockBy(editing, name, 'up')}
            >
              <IconArrowUp size={20} stroke={1.75} aria-hidden="true" />
            </RailButton>
            <RailButton
              label="Move down"
              shortcut="down"
              isOff={!canMove(document, name, 'down')}
              onClick={() => moveBlockBy(editing, name, 'down')}
            >
              <IconArrowDown size={20} stroke={1.75} aria-hidden="true" />
            </RailButton>
            {document.columns.length > 1 && !block.wide && (
              <RailButton
                label="Other column"
                shortcut={sideOf(1 - place.column, editing.isRightToLeft)}
                onClick={() => moveBlockBy(editing, name, 'other-column')}
              >
                <IconArrowsExchange size={20} stroke={1.75} aria-hidden="true" />
              </RailButton>
            )}
            {document.columns.length > 1 && (
              <RailButton
                label="Full width"
                shortcut="wide"
                isOn={block.wide === true}
                onClick={() => toggleWide(editing, name)}
              >
                <IconArrowAutofitWidth size={20} stroke={1.75} aria-hidden="true" />
              </RailButton>
            )}
          </>
        )}
        <RailButton label="Duplicate" shortcut="duplicate" onClick={() => duplicateBlock(editing, name)}>
          <IconCopy size={20} stroke={1.75} aria-hidden="true" />
        </RailButton>
        <SaveBlocks name={name} />
        <span className={classes.line} />
        <RailButton
          label="Delete"
          shortcut="delete"
          isDestructive
          onClick={() => void deleteBlock(editing, name)}
        >
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </RailButton>
      </div>
    </TipSide>
  );
});

const SaveBlocksDialog = loadable(
  async () => (await import('#web/features/editor/saved/save-blocks-dialog.tsx')).SaveBlocksDialog,
  () => null,
);

function SaveBlocks({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RailButton label="Save for other newsletters" onClick={() => setOpen(true)}>
        <IconBookmark size={20} stroke={1.75} aria-hidden="true" />
      </RailButton>
      {isOpen && <SaveBlocksDialog name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function RailButton({
  label,
  shortcut,
  isOff = false,
  isOn,
  isDestructive = false,
  onClick,
  children,
}: {
  label: string;
  shortcut?: Shortcut;
  isOff?: boolean;
  /** Of a button that is switched on and off. */
  isOn?: boolean;
  isDestructive?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tip
      position={useContext(TipSide)}
      label={
        <span className={classes.tip}>
          {label} {shortcut && <kbd className={classes.keys}>{keysOf(shortcut)}</kbd>}
        </span>
      }
    >
      <ActionIcon
        size={36}
        aria-label={label}
        data-danger={isDestructive || undefined}
        className={classes.button}
        // Not `disabled`, which would drop the keyboard's focus.
        aria-pressed={isOn}
        aria-disabled={isOff || undefined}
        onClick={() => {
          if (!isOff) onClick();
        }}
      >
        {children}
      </ActionIcon>
    </Tip>
  );
}
