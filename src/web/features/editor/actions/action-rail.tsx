import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowsExchange,
  IconArrowUp,
  IconCopy,
  IconSquareRoundedPlus,
  IconTrash,
} from '@tabler/icons-react';
import { createContext, memo, useContext, useRef } from 'react';
import { type Block, isAtFoot } from '#newsletter/document/document.ts';
import { findBlock, positionOf } from '#newsletter/document/layout.ts';
import { Tip } from '#ui/tip.tsx';
import {
  deleteBlock,
  duplicateInPlace,
  moveBlockBy,
  toggleWide,
} from '#web/features/editor/kernel/commands/commands.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { keysOf, type Shortcut } from '#web/features/editor/kernel/places/shortcuts.ts';
import { canMove } from '#web/features/editor/kernel/state/editor-state.ts';
import { type Side, sideOf } from '#web/features/editor/kernel/state/sides.ts';
import { useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import classes from './action-rail.module.css';
import { useRailSide } from './use-rail-side.ts';

const RailContext = createContext<{
  /** The side of the rail on which tooltips appear: not over the block. */
  readonly tipSide: 'left' | 'right';
  readonly hasWords: boolean;
}>({ tipSide: 'left', hasWords: false });

/** The toolbar of the selected block. */
export const ActionRail = memo(function ActionRail({
  name,
  side,
  className,
  hasWords = false,
}: {
  name: string;
  side: 'only' | 'wide' | Side | 'foot';
  className?: string | undefined;
  /** On phones, which have no tooltips: a word below each icon, and the way to another block. */
  hasWords?: boolean;
}) {
  const { editing, guests } = useTools();
  const document = useEditor((state) => state.document);
  const block = findBlock(document, name);
  const isArranged = useRight(name) === 'arrange';
  const rail = useRef<HTMLDivElement>(null);
  useRailSide(rail);
  const theme = useComputedColorScheme('light');
  if (block === null) return null;
  return (
    <RailContext value={{ tipSide: side === 'right' ? 'right' : 'left', hasWords }}>
      <div
        ref={rail}
        className={`${classes.rail} ${className ?? ''}`}
        data-words={hasWords || undefined}
        // The rail belongs to the interface: the newsletter around it is light in both schemes.
        data-theme={theme}
        role="toolbar"
        aria-label={`Actions for ${blockLabel(document, name)}`}
        data-side={side}
      >
        {isArranged && <BlockActions name={name} block={block} hasWords={hasWords} />}
        {guests.at('Action').map(({ name: guest, contribution: Action }) => (
          <Action key={guest} name={name} Button={RailButton} />
        ))}
        {isArranged && (
          <>
            <span className={classes.line} />
            <RailButton
              label="Delete"
              shortcut="delete"
              isDestructive
              onClick={() => void deleteBlock(editing, name)}
            >
              <IconTrash size={20} stroke={1.75} aria-hidden="true" />
            </RailButton>
          </>
        )}
      </div>
    </RailContext>
  );
});

/** The actions that move and copy a block. */
function BlockActions({ name, block, hasWords }: { name: string; block: Block; hasWords: boolean }) {
  const { editing } = useTools();
  const document = useEditor((state) => state.document);
  const place = positionOf(document, name);
  const isFoot = isAtFoot(block);
  const hasColumns = document.columns.length > 1 && !editing.isContributor;
  if (place === null) return null;
  return (
    <>
      {hasWords && (
        <RailButton label="Add a block" word="Add" onClick={() => editing.isPickerOpen.setState(true, true)}>
          <IconSquareRoundedPlus size={20} stroke={1.75} aria-hidden="true" />
        </RailButton>
      )}
      {!isFoot && (
        <>
          <RailButton
            label="Move up"
            word="Up"
            shortcut="up"
            isOff={!canMove(document, name, 'up', editing.mayBecome)}
            onClick={() => moveBlockBy(editing, name, 'up')}
          >
            <IconArrowUp size={20} stroke={1.75} aria-hidden="true" />
          </RailButton>
          <RailButton
            label="Move down"
            word="Down"
            shortcut="down"
            isOff={!canMove(document, name, 'down', editing.mayBecome)}
            onClick={() => moveBlockBy(editing, name, 'down')}
          >
            <IconArrowDown size={20} stroke={1.75} aria-hidden="true" />
          </RailButton>
          {/* Off, but still there, if the block spans both columns: nothing moves under the pointer. */}
          {hasColumns && (
            <RailButton
              label="Other column"
              word="Column"
              isOff={block.wide === true}
              shortcut={sideOf(1 - place.column, editing.isRightToLeft)}
              onClick={() => moveBlockBy(editing, name, 'other-column')}
            >
              <IconArrowsExchange size={20} stroke={1.75} aria-hidden="true" />
            </RailButton>
          )}
          {hasColumns && (
            <RailButton
              label="Full width"
              word="Full"
              shortcut="wide"
              isOn={block.wide === true}
              onClick={() => toggleWide(editing, name)}
            >
              <IconArrowAutofitWidth size={20} stroke={1.75} aria-hidden="true" />
            </RailButton>
          )}
        </>
      )}
      <RailButton label="Duplicate" shortcut="duplicate" onClick={() => duplicateInPlace(editing, name)}>
        <IconCopy size={20} stroke={1.75} aria-hidden="true" />
      </RailButton>
    </>
  );
}

function RailButton({
  label,
  word = label,
  shortcut,
  isOff = false,
  isOn,
  isDestructive = false,
  onClick,
  children,
}: {
  label: string;
  /** Below the icon; part of the label. */
  word?: string;
  shortcut?: Shortcut;
  isOff?: boolean;
  /** For a button that is switched on and off. */
  isOn?: boolean;
  isDestructive?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  const { tipSide, hasWords } = useContext(RailContext);
  return (
    <Tip
      position={tipSide}
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
        {hasWords && <span className={classes.word}>{word}</span>}
      </ActionIcon>
    </Tip>
  );
}
