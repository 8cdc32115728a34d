import { useMergedRef } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { columnCount } from '#newsletter/document/document.ts';
import { slotsOf, splitFooters } from '#newsletter/document/layout.ts';
import { MailSize } from '#web/features/editor/check/mail-size.tsx';
import { DropLine } from '#web/features/editor/drag/drop-line.tsx';
import { useDrag, useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { selectBlock } from '#web/features/editor/state/commands.ts';
import { sideOf } from '#web/features/editor/state/sides.ts';
import type { RenderTarget } from './block-renderer.ts';
import { BlockSlot } from './block-slot.tsx';
import classes from './canvas.module.css';
import { HeadSlot } from './head-slot.tsx';
import { type SheetSize, sheetSize, useWidth, type View } from './sheet-size.ts';

/** The newsletter as readers will see it, rendered block by block with the real engine. */
export function Canvas({ view }: { view: View }) {
  const { editing, scroller } = useTools();
  const space = useWidth();
  const ref = useMergedRef(space.ref, scroller);
  const isEmpty = useEditor((state) => state.document.columns.every((column) => column.length === 0));
  return (
    <main
      id="main"
      ref={ref}
      className={classes.surround}
      aria-label="Canvas"
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
  const { sheet } = useTools();
  const layout = useEditor((state) => state.document.layout);
  const isDragging = useDrag((state) => state.dragged !== null);
  const size = useMemo(() => sheetSize(space, view, layout), [space, view, layout]);
  const target = view === 'mail' ? 'mail' : 'page';
  return (
    <div
      ref={sheet}
      className={classes.sheet}
      data-theme="light"
      data-view={view}
      data-dragging={isDragging || undefined}
    >
      <div className={classes.paper}>
        <HeadSlot target={target} />
        <Columns size={size} target={target} />
        <Footers width={size.width} target={target} />
      </div>
      <DropLine />
    </div>
  );
}

type Target = RenderTarget['target'];

const Columns = memo(function Columns({ size, target }: { size: SheetSize; target: Target }) {
  const { editing, school } = useTools();
  const document = useEditor((state) => state.document);
  // Footers are shown below all columns.
  const columns = slotsOf({ ...document, columns: splitFooters(document).columns });
  const isEmpty = document.columns.every((column) => column.length === 0);
  const side = columnCount(document.layout) === 1 ? 'only' : undefined;
  return (
    <div
      className={classes.columns}
      data-layout={document.layout}
      data-stacked={size.isStacked || undefined}
      data-turned={editing.isRightToLeft || undefined}
    >
      {isEmpty && <EmptyHint />}
      {columns.map((column, index) => {
        const name = side ?? sideOf(index, editing.isRightToLeft);
        const end = column.findLastIndex((block) => block !== null) + 1;
        return (
          <div key={name} className={classes.column} data-column={index} data-side={name}>
            <ul className={classes.blocks} aria-label={COLUMN_LABELS[name]}>
              {column
                .slice(0, end)
                .map((block, slot) =>
                  block === null ? (
                    <Gap key={placeKey(slot)} slot={slot} />
                  ) : (
                    <BlockSlot
                      key={block.name}
                      block={block}
                      slot={slot}
                      side={name}
                      school={school}
                      width={size.contents[index] ?? size.width}
                      target={target}
                    />
                  ),
                )}
            </ul>
            <Tail from={end} to={column.length} />
          </div>
        );
      })}
    </div>
  );
});

const COLUMN_LABELS = { only: 'Blocks', left: 'Left column', right: 'Right column' } as const;

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
function Tail({ from, to }: { from: number; to: number }) {
  const slots = Array.from({ length: to - from }, (_, after) => from + after);
  return (
    <div className={classes.tail} aria-hidden="true">
      {slots.map((slot) => (
        <div key={placeKey(slot)} className={classes.place} data-slot={slot} data-kind="tail" />
      ))}
    </div>
  );
}

function Footers({ width, target }: { width: number; target: Target }) {
  const { school } = useTools();
  const document = useEditor((state) => state.document);
  const { footers } = splitFooters(document);
  if (footers.length === 0) return null;
  return (
    <ul className={classes.blocks} aria-label="Foot of the newsletter">
      {footers.map((block) => (
        <BlockSlot
          key={block.name}
          block={block}
          slot={0}
          side="foot"
          school={school}
          width={width}
          target={target}
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
        Add a heading, a picture or the dates for the diary: pick a tile, drag it onto the page, or drop your
        photos here.
      </p>
    </div>
  );
}
