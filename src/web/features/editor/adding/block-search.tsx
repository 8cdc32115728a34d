import { Popover, type PopoverProps, TextInput } from '@mantine/core';
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import { type BlockType, DEFINITIONS } from '#newsletter/document/document.ts';
import { addBlockBeside } from '#web/features/editor/kernel/commands/add-commands.ts';
import type { EditorSession } from '#web/features/editor/kernel/editor-session.ts';
import type { BlockOffer } from '#web/features/editor/kernel/facts/block-offers.ts';
import type { Insertion } from '#web/features/editor/kernel/insertion.ts';
import { focusBlock } from '#web/features/editor/kernel/places/focus.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import classes from './adding.module.css';
import { TYPES, TYPES_FOR_PARTS } from './types-for-parts.ts';

const offerOf = (editing: EditorSession, type: BlockType): BlockOffer => ({
  key: type,
  label: DEFINITIONS[type].label,
  icon: EDITORS[type].icon,
  add: (insertion) => addBlockBeside(editing, type, insertion),
});

/** The picker's blocks by name, where one is to be added. */
export function BlockSearch({ insertion }: { insertion: Insertion }) {
  const { sheet } = useTools();
  const [position] = useState(() => positionFor(insertion, sheet.current));
  const [line] = useState(() => (insertion.at === 'inside' ? footOfLine(document.activeElement) : undefined));
  const choosing = useChoosing(insertion);
  return (
    <Popover
      opened
      withRoles={false}
      position={position}
      onDismiss={choosing.close}
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
        <Search choosing={choosing} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Choosing = ReturnType<typeof useChoosing>;

/** The search field, and the results below it. */
function Search({ choosing }: { choosing: Choosing }) {
  const { query, found, chosen } = choosing;
  const id = useId();
  return (
    <>
      <TextInput
        ref={useTypedBefore(choosing)}
        aria-label="Search blocks"
        placeholder="Search blocks"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${chosen.key}`}
        autoComplete="off"
        value={query}
        onKeyDown={(event) => pressIn(choosing, event)}
        onChange={(event) => choosing.search(event.currentTarget.value)}
      />
      <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label="Blocks" className={classes.options}>
        {found.map((entry, at) => (
          <Option
            key={entry.key}
            id={`${id}-${entry.key}`}
            entry={entry}
            isChosen={entry === chosen}
            onChoose={() => choosing.add(entry)}
            onPoint={() => choosing.point(at)}
          />
        ))}
      </div>
      <p role="status" className={found.length === 0 ? classes.nothing : 'visually-hidden'}>
        {found.length === 0 ? 'No block of this name' : `${found.length} blocks`}
      </p>
    </>
  );
}

/** Everything that may be added. */
function useEntries(): readonly BlockOffer[] {
  const { editing } = useTools();
  const offers = useStore(editing.offers);
  const types = editing.isContributor ? TYPES_FOR_PARTS : TYPES;
  return [...types.map((type) => offerOf(editing, type)), ...offers];
}

/** The query, its results, the chosen entry, and the ways to end the search. */
function useChoosing(insertion: Insertion) {
  const { editing } = useTools();
  const [before] = useState(() => document.activeElement);
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const entries = useEntries();
  const find = (words: string) => entries.filter((entry) => isNamed(entry, words));
  const found = find(query);
  const close = () => editing.insertion.setState(null, true);
  return {
    query,
    found,
    find,
    chosen: found[index],
    search: (words: string) => {
      setQuery(words);
      setIndex(0);
    },
    point: setIndex,
    step: (by: 1 | -1) => setIndex((index + by + found.length) % Math.max(1, found.length)),
    close,
    cancel: () => {
      close();
      // The slash that opened the list is not put back, so that no reader sees it by accident.
      if (isThere(before)) before.focus({ preventScroll: true });
      else focusBlock(insertion.block);
    },
    add: (entry: BlockOffer) => {
      close();
      entry.add(insertion);
    },
  };
}

function pressIn({ chosen, add, cancel, step }: Choosing, event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing) return;
  const { key } = event;
  if (key === 'Escape') cancel();
  else if (key === 'Enter' && chosen !== undefined) add(chosen);
  else if (key === 'ArrowDown') step(1);
  else if (key === 'ArrowUp') step(-1);
  else if (key !== 'Tab' && key !== 'Enter') return;
  event.preventDefault();
  event.stopPropagation();
}

/** Returns the ref of the field, which takes the focus and the words typed before it appeared, kept in the request until then. */
function useTypedBefore(choosing: Choosing) {
  const { editing } = useTools();
  const latest = useRef(choosing);
  latest.current = choosing;
  return useCallback(
    (input: HTMLInputElement | null) => {
      if (input === null) return;
      const typed = editing.insertion.getState()?.typed ?? '';
      const [words = '', ...after] = typed.split('\n');
      latest.current.search(words);
      input.focus({ preventScroll: true });
      if (after.length === 0) editing.insertion.setState((open) => open && { ...open, typed: null }, true);
      // Enter has already come. Deferred, because the block must not be added during drawing.
      else queueMicrotask(() => chooseTyped(editing, latest.current));
    },
    [editing],
  );
}

/** The list's width, and the room that it needs beside the sheet, in pixels. */
const WIDTH = 232;
const ROOM = WIDTH + 16;
/** The distance from within the block past its plus, in pixels. */
const BESIDE_PLUS = 28;

/** The list's position: beside the sheet where there is room, so that it covers no words. */
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
  entry: BlockOffer;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  return (
    // The search field handles the keys.
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

/** The bottom of the line at the caret, in pixels of its block's slot. */
function footOfLine(field: Element | null): number | undefined {
  const { anchorNode } = document.getSelection() ?? {};
  const line = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const slot = field?.closest<HTMLElement>('[data-block]');
  if (!line || !slot || !field?.contains(line)) return undefined;
  const zoom = slot.currentCSSZoom ?? 1;
  return (line.getBoundingClientRect().bottom - slot.getBoundingClientRect().top) / zoom;
}

/** Chooses the entry typed before the list appeared; words after Enter go into the new block. */
function chooseTyped(
  { insertion, caret }: EditorSession,
  { find, add }: Pick<Choosing, 'find' | 'add'>,
): void {
  const [words = '', ...after] = (insertion.getState()?.typed ?? '').split('\n');
  const [first] = find(words);
  if (first === undefined) insertion.setState((open) => open && { ...open, typed: null }, true);
  else {
    add(first);
    caret.setState((next) => next && { ...next, typed: after.join('\n') }, true);
  }
}

// A list whose anchor is out of view (such as the foot of a large picture) is hidden, and the focus would be lost.
function showAnchor(anchor: HTMLElement | null): void {
  const { top = 0, bottom = 0 } = document.getElementById('main')?.getBoundingClientRect() ?? {};
  const at = anchor?.getBoundingClientRect().top ?? 0;
  if (at < top || at > bottom) anchor?.scrollIntoView({ block: 'center', behavior: 'instant' });
}

function showOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Whether a word of a block's name begins with what is typed. */
function isNamed({ label }: BlockOffer, query: string): boolean {
  const words = query.trim().toLowerCase();
  return ` ${label.toLowerCase()}`.includes(` ${words}`);
}
