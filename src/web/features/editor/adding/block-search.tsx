import { Popover, type PopoverProps, TextInput } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import type { SavedItemListed } from '#contract/saved-items.ts';
import type { BlockIcon } from '#newsletter/blocks/block-editor.ts';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type BlockType, DEFINITIONS } from '#newsletter/document/document.ts';
import { focusBlock } from '#web/features/editor/canvas/focus.ts';
import type { Editing } from '#web/features/editor/editing.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { insertSavedBlocks } from '#web/features/editor/guests/saved/saved-blocks.ts';
import { addBlockBeside } from '#web/features/editor/kernel/add-commands.ts';
import { ofKind, savedItemsQuery } from '#web/newsletter-ui/saved-items/saved-data.ts';
import classes from './adding.module.css';
import type { Insertion } from './insertion.ts';
import { TYPES, TYPES_FOR_PARTS } from './types-for-parts.ts';

/** What the list offers: a new block of a type, or blocks that the school keeps under a name. */
interface Entry {
  readonly key: string;
  readonly label: string;
  readonly icon: BlockIcon;
  readonly add: (editing: Editing, insertion: Insertion) => void;
}

const entryOf = (type: BlockType): Entry => ({
  key: type,
  label: DEFINITIONS[type].label,
  icon: EDITORS[type].icon,
  add: (editing, insertion) => addBlockBeside(editing, type, insertion),
});

function savedEntry({ id, attributes }: SavedItemListed): Entry {
  return {
    key: id,
    label: attributes.name,
    icon: IconBookmark,
    add: (editing, insertion) => void insertSavedBlocks(editing, id, insertion),
  };
}

/** The picker's blocks by name, where one is to be added. */
export function BlockSearch({ insertion }: { insertion: Insertion }) {
  const { editing, sheet } = useTools();
  const id = useId();
  const [position] = useState(() => positionFor(insertion, sheet.current));
  const [before] = useState(() => document.activeElement);
  const [line] = useState(() => (insertion.at === 'inside' ? footOfLine(before) : undefined));
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const kept = useQuery({ ...savedItemsQuery, enabled: !editing.isContributor });
  const saved = ofKind(kept.data, 'blocks').map(savedEntry);
  const types = editing.isContributor ? TYPES_FOR_PARTS : TYPES;
  const entries = [...types.map(entryOf), ...saved];
  const found = entries.filter((entry) => isNamed(entry, query));
  const chosen = found[index];
  const close = () => editing.insertion.setState(null, true);
  const cancel = () => {
    close();
    // The slash that opened the list is gone, so that no reader sees it by accident.
    if (isThere(before)) before.focus({ preventScroll: true });
    else focusBlock(insertion.block);
  };
  const add = (entry: Entry) => {
    close();
    entry.add(editing, insertion);
  };
  const findIn = (words: string) => entries.filter((entry) => isNamed(entry, words));
  const latest = useRef({ add, findIn });
  latest.current = { add, findIn };
  // Until here, what is typed is kept in the request.
  const takeFocus = useCallback(
    (input: HTMLInputElement | null) => {
      if (input === null) return;
      const typed = editing.insertion.getState()?.typed ?? '';
      const [words = '', ...after] = typed.split('\n');
      setQuery(words);
      input.focus({ preventScroll: true });
      if (after.length === 0) editing.insertion.setState((open) => open && { ...open, typed: null }, true);
      // Enter came already. Not while it is drawn: the block is added at once.
      else queueMicrotask(() => chooseTyped(editing, latest.current));
    },
    [editing],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'Escape') cancel();
    else if (key === 'Enter' && chosen !== undefined) add(chosen);
    else if (key === 'ArrowDown') setIndex((index + 1) % Math.max(1, found.length));
    else if (key === 'ArrowUp') setIndex((index - 1 + found.length) % Math.max(1, found.length));
    else if (key !== 'Tab' && key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened
      withRoles={false}
      position={position}
      onDismiss={close}
      closeOnEscape={false}
      returnFocus={false}
      offset={position.startsWith('bottom') || position.startsWith('top') ? 8 : BESIDE_PLUS}
      width={WIDTH}
      shadow="md"
    >
      <Popover.Target>
        <span ref={showAnchor} className={classes.anchor} data-at={insertion.at} style={{ top: line }} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Add a block here">
        <TextInput
          ref={takeFocus}
          aria-label="Search blocks"
          placeholder="Search blocks"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.key}`}
          autoComplete="off"
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setIndex(0);
          }}
        />
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Blocks" className={classes.options}>
          {found.map((entry, at) => (
            <Option
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              isChosen={at === index}
              onChoose={() => add(entry)}
              onPoint={() => setIndex(at)}
            />
          ))}
        </div>
        <p role="status" className={found.length === 0 ? classes.nothing : 'visually-hidden'}>
          {found.length === 0 ? 'No block of this name' : `${found.length} blocks`}
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Of the list, in pixels; and the room that it needs beside the sheet. */
const WIDTH = 232;
const ROOM = WIDTH + 16;
/** From within the block past its plus, in pixels. */
const BESIDE_PLUS = 28;

/** Beside the sheet where there is room, since it would lie on words. */
function positionFor(
  { block, at }: Insertion,
  sheet: HTMLElement | null,
): NonNullable<PopoverProps['position']> {
  const isRight = sheet?.querySelector(`[data-block="${CSS.escape(block)}"][data-side="right"]`) != null;
  const { left = 0, right = window.innerWidth } = sheet?.getBoundingClientRect() ?? {};
  if (isRight && window.innerWidth - right >= ROOM) return 'right-start';
  if (!isRight && left >= ROOM) return 'left-start';
  return at === 'above' ? 'top-start' : 'bottom-start';
}

function Option({
  id,
  entry: { icon: Icon, label },
  isChosen,
  onChoose,
  onPoint,
}: {
  id: string;
  entry: Entry;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  return (
    // The keys are those of the search field.
    <button
      type="button"
      tabIndex={-1}
      id={id}
      ref={isChosen ? showOption : undefined}
      role="option"
      aria-selected={isChosen}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {label}
    </button>
  );
}

function isThere(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body && element.isConnected;
}

/** The foot of the line at the caret, in pixels of its block's slot. */
function footOfLine(field: Element | null): number | undefined {
  const { anchorNode } = document.getSelection() ?? {};
  const line = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const slot = field?.closest<HTMLElement>('[data-block]');
  if (!line || !slot || !field?.contains(line)) return undefined;
  const zoom = slot.currentCSSZoom ?? 1;
  return (line.getBoundingClientRect().bottom - slot.getBoundingClientRect().top) / zoom;
}

/** Chooses what was typed before the list was there; what came after Enter goes into the new block. */
function chooseTyped(
  { insertion, caret }: Editing,
  { findIn, add }: { findIn: (words: string) => readonly Entry[]; add: (entry: Entry) => void },
): void {
  const [words = '', ...after] = (insertion.getState()?.typed ?? '').split('\n');
  const [first] = findIn(words);
  if (first === undefined) insertion.setState((open) => open && { ...open, typed: null }, true);
  else {
    add(first);
    caret.setState((next) => next && { ...next, typed: after.join('\n') }, true);
  }
}

// A list whose place is out of sight is hidden, and the focus would be lost: the foot of a large picture, say.
function showAnchor(anchor: HTMLElement | null): void {
  const { top = 0, bottom = 0 } = document.getElementById('main')?.getBoundingClientRect() ?? {};
  const at = anchor?.getBoundingClientRect().top ?? 0;
  if (at < top || at > bottom) anchor?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Whether a word of a block's name begins with what is typed. */
function isNamed({ label }: Entry, query: string): boolean {
  const words = query.trim().toLowerCase();
  return ` ${label.toLowerCase()}`.includes(` ${words}`);
}
