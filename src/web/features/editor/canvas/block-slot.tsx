import { Button } from '@mantine/core';
import { IconGripVertical, IconMessage, IconUserEdit } from '@tabler/icons-react';
import {
  type ComponentProps,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { EDITORS } from '#newsletter/blocks/editors.ts';
import type { Block } from '#newsletter/document/document.ts';
import { withoutMissing } from '#newsletter/document/missing-files.ts';
import { isThin } from '#newsletter/document/traits.ts';
import { ActionRail } from '#web/features/editor/actions/action-rail-part.tsx';
import { AddButtons } from '#web/features/editor/adding/add-buttons.tsx';
import { useKeyboardDrag } from '#web/features/editor/drag/use-keyboard-drag.ts';
import { GroupInTag } from '#web/features/editor/guests/audience/group-mark.tsx';
import { CarriedMark, useCarriedFrom } from '#web/features/editor/guests/next-issue/carried-mark.tsx';
import { BlockMarks, useIsNoted, useNoteCount } from '#web/features/editor/guests/notes/note-mark.tsx';
import { usePart, usePartName } from '#web/features/editor/guests/parts/part-mark.tsx';
import { useWriters } from '#web/features/editor/guests/together/use-writers.ts';
import { WritersMark } from '#web/features/editor/guests/together/writers-mark.tsx';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import type { Dragged } from '#web/features/editor/kernel/drag-state.ts';
import { useAudienceWords } from '#web/features/editor/kernel/facts/audience-words.ts';
import { useFilling } from '#web/features/editor/kernel/facts/school-dates.ts';
import { useBlockLabel, useCoverLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import { isUnfinished } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Side } from '#web/features/editor/kernel/state/sides.ts';
import { useBlockState, useDrag, useShownBlock, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { PhotoTiles } from '#web/features/editor/photos/photo-parts.tsx';
import { isArriving, photoUploads } from '#web/features/editor/photos/photo-upload.ts';
import { fieldAt } from '#web/features/editor/writing/field-at.ts';
import { WritingLayer } from '#web/features/editor/writing/writing-layer-part.tsx';
import { blockPlace } from './block-places.ts';
import classes from './block-slot.module.css';
import { MissingNotes } from './missing-notes.tsx';
import { useReadBlock } from './use-read-block.ts';
import { useRenderedBlock } from './use-rendered-block.ts';
import { useTypedLate } from './use-typed-late.ts';

interface BlockSlotProps extends RenderTarget {
  /** The saved block; its working copy is shown if there is one. */
  readonly block: Block;
  readonly slot: number;
  readonly side: 'only' | 'wide' | Side | 'foot';
}

/**
 * One block on the canvas: its rendering, covered by a button that selects and drags it. At each keystroke React visits every
 * block: a component that reads no context, which React would compare, is skipped at once.
 */
export const BlockSlot = memo(function BlockSlot(props: BlockSlotProps) {
  return <Slot {...props} />;
});

function Slot({ block, slot, side, school, width, target, slotStyle }: BlockSlotProps) {
  const { name, type } = block;
  const { editing, isPhone } = useTools();
  const placeId = useId();
  const place = useBlockState(name, (state) => blockPlace(state.document, name, editing.isRightToLeft));
  const isSelected = useBlockState(name, (state) => state.selected === name);
  const isAwaiting = useStore(photoUploads(editing), (all) =>
    all.some((upload) => upload.block === name && isArriving(upload)),
  );
  const isLeftUnfinished = useBlockState(
    name,
    (state) => !isAwaiting && state.selected !== name && isUnfinished(state, name),
  );
  const isDragged = useDrag(({ dragged }) => dragged?.kind === 'block' && dragged.name === name);
  const host = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLButtonElement>(null);
  const label = useBlockLabel(name);
  const Icon = EDITORS[type].icon;
  const isWritten = EDITORS[type].isWrittenInPlace === true;
  const carriedFrom = useCarriedFrom(block);
  const noteCount = useNoteCount(name);
  const isNoted = useIsNoted(name);
  const partName = usePartName(usePart(name));
  const writers = useWriters(name);
  const right = useRight(name);
  const audience = useAudienceWords(block.audience);
  const mayDrag = right === 'arrange' && side !== 'foot';
  const named = [
    label,
    isLeftUnfinished && 'not finished',
    audience && `(for ${audience})`,
    carriedFrom,
    writers && `(${writers.words})`,
    right === 'read' && '(for reading)',
  ]
    .filter(Boolean)
    .join(' ');
  const setCoverWords = useCoverLabel(cover, named);
  const [hasFailed, setFailed] = useState(false);
  const drawn = useRef<(() => void) | null>(null);
  const onShown = useCallback((listener: (() => void) | null) => {
    drawn.current = listener;
  }, []);
  const show = useCallback(
    (words: string) => {
      setCoverWords(words);
      drawn.current?.();
    },
    [setCoverWords],
  );
  useReadBlock(host, () => selectBlock(editing, name, 'end'));
  const dragged: Dragged = { kind: 'block', type, name };
  const isFoot = side === 'foot';
  const keyboard = useKeyboardDrag(dragged, !mayDrag);
  return (
    <li
      className={classes.slot}
      data-block={name}
      data-slot={isFoot ? undefined : slot}
      data-kind="block"
      data-thin={isThin(type) || undefined}
      data-side={side}
      data-own={(editing.isContributor && right !== 'read') || undefined}
      data-selected={isSelected || undefined}
      data-unfinished={isLeftUnfinished || undefined}
      data-dragged={isDragged || undefined}
      data-noted={isNoted || undefined}
    >
      <span id={placeId} className="visually-hidden">
        {place}
      </span>
      {isAwaiting && <Awaited block={block} />}
      <Drawing
        host={host}
        block={block}
        isSelected={isSelected}
        {...{ school, width, target, slotStyle }}
        onWords={show}
        onFailed={setFailed}
      />
      <button
        type="button"
        ref={cover}
        className={classes.cover}
        data-drag={mayDrag ? name : undefined}
        // Until it is rendered; then its text is added.
        aria-label={`${label} block`}
        aria-pressed={isSelected}
        // While it is written in, its words are over this button: Tab leads into them, and Escape back.
        tabIndex={isSelected && isWritten ? -1 : undefined}
        aria-describedby={placeId}
        onKeyDown={keyboard}
        onClick={(event) => {
          // A click by keyboard or screen reader moves the focus into the fields.
          if (event.defaultPrevented) return;
          const point = { x: event.clientX, y: event.clientY };
          const path = isWritten || event.detail === 0 ? null : fieldAt(host.current?.shadowRoot, point);
          selectBlock(editing, name, event.detail === 0 ? 'end' : isWritten ? point : undefined);
          if (path !== null) editing.caret.setState({ block: name, path, at: point }, true);
        }}
        onDoubleClick={() => selectBlock(editing, name, 'end')}
      ></button>
      <BlockMarks name={name} label={label} audience={block.audience} />
      {carriedFrom !== null && <CarriedMark words={carriedFrom} />}
      {writers !== null && <WritersMark {...writers} />}
      {isSelected && <Writing block={block} host={host} onShown={onShown} />}
      {isFoot || right === 'read' || right === 'write' || (
        <AddButtons name={name} label={label} isAboveOffered={isSelected && right === 'arrange'} />
      )}
      <MissingNotes block={block} className={classes.missing} />
      {hasFailed && (
        <p className={classes.failed}>
          <span>This block cannot be drawn just now. What you typed is kept.</span>
          <Button variant="default" size="sm" onClick={() => editing.blockRenderer.retry()}>
            Try again
          </Button>
        </p>
      )}
      <div className={classes.railTrack}>
        <div className={classes.gutter}>
          <span className={classes.tag} data-tag="" data-drag={mayDrag ? name : undefined} aria-hidden="true">
            {mayDrag && <IconGripVertical size={16} stroke={1.75} />}
            <span className={classes.icon}>
              <Icon size={18} stroke={1.75} />
            </span>
            <span className={classes.label}>{label}</span>
            <span className={classes.number}>{/\d+$/.exec(label)?.[0]}</span>
            {isLeftUnfinished && <span className={classes.unfinished}>not finished</span>}
            {block.audience !== undefined && <GroupInTag audience={block.audience} />}
            {partName !== null && (
              <span className={classes.notes}>
                <IconUserEdit size={16} stroke={1.75} />
                {partName}
              </span>
            )}
            {noteCount > 0 && (
              <span className={classes.notes}>
                <IconMessage size={16} stroke={1.75} />
                {noteCount}
              </span>
            )}
          </span>
          {isSelected && !isPhone && <ActionRail name={name} side={side} />}
        </div>
      </div>
    </li>
  );
}

// Components of their own for the parts that change with each key: the rest of the slot is not drawn again.

interface DrawingProps extends RenderTarget {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly block: Block;
  readonly isSelected: boolean;
  readonly onWords: (words: string) => void;
  readonly onFailed: (hasFailed: boolean) => void;
}

function Drawing({ host, block, isSelected, onWords, onFailed, ...target }: DrawingProps) {
  const { editing, school } = useTools();
  // Typed words are painted over it first.
  const shown = useTypedLate(useShownBlock(block), isSelected, editing.blockRenderer.renderAhead);
  const missing = useStore(editing.missing);
  const fill = useFilling();
  const present = useMemo(() => fill(withoutMissing(shown, missing)), [shown, missing, fill]);
  const hasFailed = useRenderedBlock(host, present, target, onWords);
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed]);
  return (
    <div
      ref={host}
      className={classes.drawn}
      lang={school.language}
      dir={editing.isRightToLeft ? 'rtl' : undefined}
      data-drawn=""
      // While it is edited, its fields are read instead.
      inert={isSelected}
    />
  );
}

function Awaited({ block }: { block: Block }) {
  return <PhotoTiles block={useShownBlock(block)} />;
}

function Writing({ block, ...rest }: ComponentProps<typeof WritingLayer>) {
  return <WritingLayer block={useShownBlock(block)} {...rest} />;
}
