import { Button } from '@mantine/core';
import {
  type ComponentProps,
  memo,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { withoutMissing } from '#newsletter/document/missing-files.ts';
import type { BlockRight } from '#newsletter/document/own-parts.ts';
import { isThin } from '#newsletter/document/traits.ts';
import { AddButtons } from '#web/features/editor/adding/add-buttons.tsx';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useFilling } from '#web/features/editor/kernel/facts/school-dates.ts';
import { useBlockLabel } from '#web/features/editor/kernel/places/block-labels.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { isUnfinished } from '#web/features/editor/kernel/state/editor-state.ts';
import type { Side } from '#web/features/editor/kernel/state/sides.ts';
import { useBlockState, useDrag, useShownBlock, useTools } from '#web/features/editor/kernel/tools.tsx';
import { useRight } from '#web/features/editor/kernel/use-right.ts';
import { PhotoTiles } from '#web/features/editor/photos/photo-parts.tsx';
import { isArriving, photoUploads } from '#web/features/editor/photos/photo-upload.ts';
import { WritingLayer } from '#web/features/editor/writing/writing-layer-part.tsx';
import { Cover, useCover } from './block-cover.tsx';
import { BlockMarks, type Marks, useMarks } from './block-marks.tsx';
import { blockPlace } from './block-places.ts';
import classes from './block-slot.module.css';
import { BlockTag } from './block-tag.tsx';
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
  const { editing } = useTools();
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
  const label = useBlockLabel(name);
  const marks = useMarks(block);
  const right = useRight(name);
  const isFoot = side === 'foot';
  const mayDrag = right === 'arrange' && !isFoot;
  const cover = useCover(nameWith(label, { isLeftUnfinished, marks, right }));
  const [hasFailed, setFailed] = useState(false);
  useReadBlock(host, () => selectBlock(editing, name, 'end'));
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
      data-noted={marks.some(({ value }) => value.isMeant === true) || undefined}
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
        onWords={cover.show}
        onFailed={setFailed}
      />
      <Cover button={cover.button} {...{ block, host, label, placeId, isSelected, mayDrag }} />
      <BlockMarks marks={marks} />
      {isSelected && <Writing block={block} host={host} onShown={cover.onShown} />}
      {isFoot || right === 'read' || right === 'write' || (
        <AddButtons name={name} label={label} isAboveOffered={isSelected && right === 'arrange'} />
      )}
      <MissingNotes block={block} className={classes.missing} />
      {hasFailed && <Failed />}
      <BlockTag {...{ block, side, label, marks, isSelected, isLeftUnfinished, mayDrag }} />
    </li>
  );
}

/** '2 Heading not finished (for Year 4)': what its button says before its words. */
function nameWith(
  label: string,
  { isLeftUnfinished, marks, right }: { isLeftUnfinished: boolean; marks: Marks; right: BlockRight },
): string {
  const markWords = marks.map(({ value }) => value.words);
  return [label, isLeftUnfinished && 'not finished', ...markWords, right === 'read' && '(for reading)']
    .filter(Boolean)
    .join(' ');
}

function Failed() {
  const { blockRenderer } = useTools().editing;
  return (
    <p className={classes.failed}>
      <span>This block cannot be drawn just now. What you typed is kept.</span>
      <Button variant="default" size="sm" onClick={() => blockRenderer.retry()}>
        Try again
      </Button>
    </p>
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
