import { useMergedRef } from '@mantine/hooks';
import { type CSSProperties, memo, useMemo } from 'react';
import { useStore } from 'zustand';
import { inColours } from '#newsletter/designs/colours.ts';
import type { Design } from '#newsletter/designs/design.ts';
import { designOf } from '#newsletter/designs/index.ts';
import { type Composition, compose } from '#newsletter/document/composition.ts';
import { type Block, type Column, columnCount } from '#newsletter/document/document.ts';
import { MIN_SLOTS, positionOf, splitFooters } from '#newsletter/document/layout.ts';
import { hasRuleAbove, type Section } from '#newsletter/document/sections.ts';
import { sheetPalette } from '#newsletter/render/block-context.ts';
import type { Palette } from '#newsletter/values/branding.ts';
import { DropLine } from '#web/features/editor/drag/drop-line.tsx';
import { selectBlock } from '#web/features/editor/kernel/commands/commands.ts';
import { useHistoryPlace } from '#web/features/editor/kernel/places/history-place.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';
import { useDrag, useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import type { View } from '#web/features/editor/kernel/view.ts';
import { isRead, useGroupsRead } from '#web/features/editor/reading/read-as.ts';
import { BlockSlot } from './block-slot.tsx';
import classes from './canvas.module.css';
import { HeadSlot } from './head-slot.tsx';
import { MailSize } from './mail-size-part.tsx';
import { OmittedBlock } from './omitted-block.tsx';
import { SectionFrame } from './section-frame.tsx';
import { type SheetSize, sheetSize, useWidth } from './sheet-size.ts';
import { edgeStyle, sheetStyle } from './sheet-style.ts';
import { useFirstDrawing } from './use-first-drawing.ts';

/** The newsletter as readers will see it, rendered block by block with the real engine. */
export function Canvas() {
  const { editing, scroller } = useTools();
  const view = useStore(editing.view);
  const { isOpen: isHistoryOpen } = useHistoryPlace();
  const space = useWidth();
  const ref = useMergedRef(space.ref, scroller);
  const title = useEditor((state) => state.title);
  const isEmpty = useEditor((state) => state.document.columns.every((column) => column.length === 0));
  return (
    <main
      // A page has one main part: the history's canvas while that is open.
      id={isHistoryOpen ? undefined : 'main'}
      hidden={isHistoryOpen}
      ref={ref}
      className={classes.surround}
      // The focus is here once the editor has opened.
      aria-label={`Canvas: ${title}`}
      aria-describedby="block-help"
      data-region="canvas"
      // Focusable when empty, for scrolling by keyboard; otherwise focusing a block scrolls.
      tabIndex={isEmpty ? 0 : -1}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) selectBlock(editing, null);
      }}
    >
      {view === 'mail' && <MailSize />}
      {space.width !== null && <Sheet view={view} space={space.width} />}
    </main>
  );
}

function Sheet({ view, space }: { view: View; space: number }) {
  const { sheet, school, isPhone } = useTools();
  const document = useEditor((state) => state.document);
  const isDragging = useDrag((state) => state.dragged !== null);
  const design = designOf(document.design, school.design);
  const { layout } = document;
  const size = useMemo(
    () => sheetSize(space, view, layout, design, isPhone),
    [space, view, layout, design, isPhone],
  );
  const target = view === 'mail' ? 'mail' : 'page';
  const composition = useMemo(() => compose(document, design), [document, design]);
  const palette = usePalette(design);
  const isDrawn = useFirstDrawing();
  return (
    <div
      ref={sheet}
      className={classes.sheet}
      style={sheetStyle(design, palette, size)}
      data-theme="light"
      data-view={view}
      data-sheet=""
      data-gutter={size.gutter}
      data-dragging={isDragging || undefined}
      data-opening={!isDrawn || undefined}
    >
      <div className={classes.paper}>
        <Cover composition={composition} size={size} target={target} />
        <HeadSlot target={target} />
        <Sections composition={composition} size={size} target={target} />
        <Footers footers={composition.footers} width={size.width} target={target} />
      </div>
      <DropLine />
    </div>
  );
}

/** The newsletter's colours on its sheet. */
function usePalette(design: Design): Palette {
  const { school } = useTools();
  const colours = useEditor((state) => state.document.colours);
  return useMemo(() => sheetPalette(inColours(school, colours), design), [school, colours, design]);
}

type Target = RenderTarget['target'];
interface Drawn {
  readonly composition: Composition;
  readonly size: SheetSize;
  readonly target: Target;
}

/** The block of the picture in the masthead: it is selected where it is seen, and drawn by the masthead alone. */
function Cover({ composition: { cover }, size, target }: Drawn) {
  const { school } = useTools();
  const document = useEditor((state) => state.document);
  if (cover === null) return null;
  const place = positionOf(document, cover.block.name);
  return (
    <ul className={`${classes.blocks} ${classes.cover}`} aria-label="Cover">
      <BlockSlot
        block={cover.block}
        slot={place?.slot ?? 0}
        side="only"
        school={school}
        width={size.width}
        target={target}
        slotStyle={{ design: document.design, colours: document.colours, role: 'wide', tint: null }}
      />
    </ul>
  );
}

const Sections = memo(function Sections({ composition, size, target }: Drawn) {
  const { editing, school } = useTools();
  const document = useEditor((state) => state.document);
  const isEmpty = document.columns.every((column) => column.length === 0);
  const design = designOf(document.design, school.design);
  const palette = usePalette(design);
  const rows = Math.max(0, ...splitFooters(document).columns.map((column) => column.length));
  const isSingle = columnCount(document.layout) === 1;
  const sections = withRoomBelow(composition.sections, rows, isSingle);
  return (
    <div className={classes.sections}>
      {isEmpty && <EmptyHint />}
      {sections.map((section, index) => {
        const isLast = index === sections.length - 1;
        // The room below the last section has no lines.
        const hasColumnRules = design.hasRules && !size.isStacked && index < composition.sections.length;
        return (
          <SectionFrame
            key={placeKey(section.start)}
            section={section}
            layout={document.layout}
            design={design}
            palette={palette}
            size={size}
            isFirst={index === 0}
            isRuled={hasRuleAbove(composition.sections, index, design)}
            hasColumnRules={hasColumnRules}
          >
            {(section.isWide ? [section.blocks] : section.columns).map((column, at) => (
              <SectionColumn
                key={placeKey(at)}
                section={section}
                column={column}
                index={at}
                isSingle={isSingle}
                tailTo={isLast ? Math.max(MIN_SLOTS, rows + 1) - section.start : null}
                width={section.isWide ? size.wide : (size.contents[at] ?? size.width)}
                target={target}
                lead={composition.lead}
                edges={section.isWide ? undefined : edgeStyle(size, at, editing.isRightToLeft)}
              />
            ))}
          </SectionFrame>
        );
      })}
    </div>
  );
});

// Below a wide block that is the last one, the columns open again.
function withRoomBelow(sections: readonly Section[], rows: number, isSingle: boolean): readonly Section[] {
  const last = sections.at(-1);
  if (isSingle && last !== undefined) return sections;
  if (last !== undefined && !last.isWide) return sections;
  const start = last === undefined ? 0 : rows;
  if (isSingle) return [{ start, tint: null, isWide: true, blocks: [] }];
  return [...sections, { start, tint: null, isWide: false, columns: [[], []] }];
}

interface SectionColumnProps {
  readonly section: Section;
  readonly column: Column;
  readonly index: number;
  readonly isSingle: boolean;
  /** The row of the section up to which empty places are offered; null: no more than there are. */
  readonly tailTo: number | null;
  readonly width: number;
  readonly target: Target;
  readonly lead: Block | null;
  /** How far the column is from the sheet's edges; undefined: it is as wide as the sheet. */
  readonly edges: CSSProperties | undefined;
}

function SectionColumn({
  section,
  column,
  index,
  isSingle,
  tailTo,
  width,
  target,
  lead,
  edges,
}: SectionColumnProps) {
  const { editing, school } = useTools();
  const design = useEditor((state) => state.document.design);
  const colours = useEditor((state) => state.document.colours);
  const side = section.isWide ? (isSingle ? 'only' : 'wide') : sideOf(index, editing.isRightToLeft);
  const slots = useSlots(section, column);
  const read = useGroupsRead();
  const end = column.findLastIndex((block) => block !== null) + 1;
  const most = section.isWide ? end : Math.max(...section.columns.map((each) => each.length));
  return (
    <div className={classes.column} data-column={index} data-side={side} style={edges}>
      <ul className={classes.blocks} aria-label={COLUMN_LABELS[side]}>
        {column.slice(0, end).map((block, slot) =>
          block === null ? (
            <Gap key={placeKey(slot)} slot={slots[slot] ?? slot} />
          ) : !isRead(block, read) ? (
            <OmittedBlock key={block.name} block={block} slot={slots[slot] ?? slot} />
          ) : (
            <BlockSlot
              key={block.name}
              block={block}
              slot={slots[slot] ?? slot}
              side={side}
              school={school}
              width={width}
              target={target}
              slotStyle={{
                design,
                colours,
                role: section.isWide ? (block === lead ? 'lead' : 'wide') : 'column',
                tint: section.tint,
              }}
            />
          ),
        )}
      </ul>
      <Tail
        from={end === 0 ? section.start : (slots[end - 1] ?? 0) + 1}
        to={section.start + (tailTo ?? most)}
        isInner={tailTo === null}
      />
    </div>
  );
}

/** The document's rows that a section's column takes: a cover between them is drawn elsewhere. */
function useSlots({ start }: Section, column: Column): readonly number[] {
  const document = useEditor((state) => state.document);
  return useMemo(() => {
    let next = start;
    return column.map((block) => {
      const row = block === null ? next : (positionOf(document, block.name)?.slot ?? next);
      next = row + 1;
      return row;
    });
  }, [start, column, document]);
}

const COLUMN_LABELS = {
  only: 'Blocks',
  wide: 'Across both columns',
  left: 'Left column',
  right: 'Right column',
} as const;

// Empty places have no identity but their number.
function placeKey(slot: number): string {
  return `place-${slot}`;
}

function Gap({ slot }: { slot: number }) {
  return (
    <li className={classes.gap} data-slot={slot} data-kind="gap">
      <span className="visually-hidden">White space</span>
    </li>
  );
}

// The places below the last block, barely visible so that an empty page does not look like a form.
function Tail({ from, to, isInner }: { from: number; to: number; isInner: boolean }) {
  const slots = Array.from({ length: Math.max(0, to - from) }, (_, after) => from + after);
  return (
    <div className={classes.tail} data-inner={isInner || undefined} aria-hidden="true">
      {slots.map((slot) => (
        <div key={placeKey(slot)} className={classes.place} data-slot={slot} data-kind="tail" />
      ))}
    </div>
  );
}

function Footers({ footers, width, target }: { footers: readonly Block[]; width: number; target: Target }) {
  const { school } = useTools();
  const design = useEditor((state) => state.document.design);
  const colours = useEditor((state) => state.document.colours);
  const read = useGroupsRead();
  if (footers.length === 0) return null;
  return (
    <ul className={classes.blocks} aria-label="Foot of the newsletter">
      {footers
        .filter((block) => isRead(block, read))
        .map((block) => (
          <BlockSlot
            key={block.name}
            block={block}
            slot={0}
            side="foot"
            school={school}
            width={width}
            target={target}
            slotStyle={{ design, colours, role: 'wide', tint: null }}
          />
        ))}
    </ul>
  );
}

function EmptyHint() {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>Your newsletter starts here</p>
      <p>
        Add a heading, a picture or the dates for the diary
        <span className="with-mouse">: pick a tile, drag it onto the page, or drop your photos here</span>.
      </p>
    </div>
  );
}
