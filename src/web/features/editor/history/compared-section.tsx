import type { CSSProperties } from 'react';
import { inColours } from '#newsletter/designs/colours.ts';
import { designOf } from '#newsletter/designs/index.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { Section } from '#newsletter/document/sections.ts';
import { sheetPalette } from '#newsletter/render/block-context.ts';
import canvas from '#web/features/editor/canvas/canvas.module.css';
import { columnEdges, type SheetSize } from '#web/features/editor/canvas/sheet-size.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { sideOf } from '#web/features/editor/state/sides.ts';
import { ComparedBlock } from './compared-block.tsx';
import { useCompared } from './compared-context.ts';

/** A section as the canvas draws it, with compared blocks. */
export function ComparedSection({
  section,
  size,
  lead,
  isFirst,
  isRuled,
}: {
  section: Section;
  size: SheetSize;
  lead: Block | null;
  isFirst: boolean;
  isRuled: boolean;
}) {
  const { editing, school } = useTools();
  const { document } = useCompared().comparison.shown;
  const design = designOf(document.design, school.design);
  const palette = sheetPalette(inColours(school, document.colours), design);
  const tone = section.tint === null ? null : design.tones(palette)[section.tint];
  const style = {
    background: tone?.background ?? (design.cards === null ? undefined : design.sheet),
    borderRadius: design.cards?.radius,
    marginTop: design.cards?.gap,
    marginInline: size.cardMargin,
    '--rule': palette.text,
    '--column-rule':
      design.hasRules && !size.isStacked ? `1px solid ${(tone?.palette ?? palette).line}` : undefined,
  };
  const isSingle = document.columns.length === 1;
  return (
    <div
      className={canvas.columns}
      style={style}
      data-ruled={isRuled || undefined}
      data-layout={section.isWide ? 'one_column' : document.layout}
      data-first={isFirst || undefined}
      data-apart={section.tint !== null || design.cards !== null || undefined}
      data-stacked={size.isStacked || undefined}
      data-turned={editing.isRightToLeft || undefined}
    >
      {(section.isWide ? [section.blocks] : section.columns).map((column, at) => (
        <div
          key={placeKey(at)}
          className={canvas.column}
          style={section.isWide ? undefined : edgesOf(size, at, editing.isRightToLeft)}
        >
          <ul className={canvas.blocks}>
            {column.map((block, slot) =>
              block === null ? (
                <li key={placeKey(slot)} className={canvas.gap}>
                  <span className="visually-hidden">White space</span>
                </li>
              ) : (
                <ComparedBlock
                  key={block.name}
                  block={block}
                  side={section.isWide ? (isSingle ? 'only' : 'wide') : sideOf(at, editing.isRightToLeft)}
                  width={section.isWide ? size.wide : (size.contents[at] ?? size.width)}
                  slotStyle={{
                    design: document.design,
                    colours: document.colours,
                    role: section.isWide ? (block === lead ? 'lead' : 'wide') : 'column',
                    tint: section.tint,
                  }}
                />
              ),
            )}
          </ul>
        </div>
      ))}
    </div>
  );
}

// Empty places have no identity but their number.
function placeKey(place: number): string {
  return `place-${place}`;
}

function edgesOf(size: SheetSize, at: number, isRightToLeft: boolean): CSSProperties {
  const { start, end } = columnEdges(size, at, isRightToLeft);
  return Object.fromEntries([
    ['--start', `${start}px`],
    ['--end', `${end}px`],
  ]);
}
