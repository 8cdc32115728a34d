import { ActionIcon } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type BlockType, DEFINITIONS } from '#newsletter/document/document.ts';
import { useKeyboardDrag } from '#web/features/editor/drag/use-keyboard-drag.ts';
import { addBlockOfType } from '#web/features/editor/kernel/commands/add-commands.ts';
import { useAddsBelow } from '#web/features/editor/kernel/commands/adds-below.ts';
import { blockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import { useDrag, useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { AddPhotosButton } from '#web/features/editor/photos/photo-parts.tsx';
import classes from './picker.module.css';
import { TYPES, TYPES_FOR_PARTS } from './types-for-parts.ts';

/** The block types as tiles: click to add below the selected block or at the end, drag to a place. On phones a bottom sheet. */
export function Picker({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { editing, guests, isPhone } = useTools();
  return (
    <aside
      className={classes.picker}
      data-region="tiles"
      data-over-canvas=""
      aria-labelledby="picker-title"
      data-open={isOpen || undefined}
    >
      {isOpen && <ClosesByEscape onClose={onClose} />}
      <div className={classes.head}>
        <h2 id="picker-title" className={classes.title}>
          Add a block{isPhone && <BelowWhich />}
        </h2>
        <ActionIcon className={classes.close} aria-label="Close" data-closes="" onClick={onClose}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p className={`${classes.hint} with-mouse`}>Click a tile, or drag it to its place.</p>
      {isPhone && !editing.isContributor && (
        <div className={classes.photos}>
          <AddPhotosButton />
        </div>
      )}
      <ul ref={isOpen ? focusFirst : undefined} className={classes.tiles}>
        {(editing.isContributor ? TYPES_FOR_PARTS : TYPES).map((type, index) => (
          <Tile key={type} type={type} isFirst={index === 0} />
        ))}
      </ul>
      {guests.at('Tiles').map(({ name, contribution: Tiles }) => (
        <Tiles key={name} />
      ))}
      <p id="tile-help" hidden>
        Enter adds it below the selected block, or at the end. Space picks it up, so that arrows can choose
        its place.
      </p>
    </aside>
  );
}

/** Mounted while the picker is open: anything that opened before it hears Escape first. */
function ClosesByEscape({ onClose }: { onClose: () => void }) {
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });
  return null;
}

function focusFirst(tiles: HTMLElement | null): void {
  tiles?.querySelector('button')?.focus();
}

/** On a phone the sheet covers the newsletter, so its title says where the block lands. */
function BelowWhich() {
  const name = useAddsBelow();
  const document = useEditor((state) => state.document);
  const label = name === null ? null : blockLabel(document, name);
  return label !== null && label !== undefined && ` below ${label}`;
}

function Tile({ type, isFirst }: { type: BlockType; isFirst: boolean }) {
  const { editing } = useTools();
  const isDragged = useDrag(({ dragged }) => dragged?.kind === 'tile' && dragged.type === type);
  const keyboard = useKeyboardDrag({ kind: 'tile', type });
  const { icon: Icon } = EDITORS[type];
  const { label } = DEFINITIONS[type];
  return (
    <li>
      <button
        type="button"
        className={classes.tile}
        data-drag=""
        data-tile={type}
        data-dragged={isDragged || undefined}
        // Said once, at the first tile.
        aria-describedby={isFirst ? 'tile-help' : undefined}
        onKeyDown={keyboard}
        // Browsers click a button when Space is released.
        onKeyUp={(event) => {
          if (event.key === ' ') event.preventDefault();
        }}
        onClick={(event) => {
          if (!event.defaultPrevented) addBlockOfType(editing, type);
        }}
      >
        <Icon size={22} stroke={1.75} aria-hidden="true" />
        <span className={classes.label}>{label}</span>
      </button>
    </li>
  );
}
