import { inColours } from '#newsletter/designs/colours.ts';
import { designOf } from '#newsletter/designs/index.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { Section } from '#newsletter/document/sections.ts';
import { sheetPalette } from '#newsletter/render/block-context.ts';
import canvas from '#web/features/editor/canvas/canvas.module.css';
import { SectionFrame } from '#web/features/editor/canvas/section-frame.tsx';
import type { SheetSize } from '#web/features/editor/canvas/sheet-size.ts';
import { edgeStyle } from '#web/features/editor/canvas/sheet-style.ts';
import { sideOf } from '#web/features/editor/kernel/state/sides.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
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
  const isSingle = document.columns.length === 1;
  return (
    <SectionFrame
      section={section}
      layout={document.layout}
      design={design}
      palette={palette}
      size={size}
      isFirst={isFirst}
      isRuled={isRuled}
      hasColumnRules={design.hasRules && !size.isStacked}
    >
      {(section.isWide ? [section.blocks] : section.columns).map((column, at) => (
        <div
          key={placeKey(at)}
          className={canvas.column}
          style={section.isWide ? undefined : edgeStyle(size, at, editing.isRightToLeft)}
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
    </SectionFrame>
  );
}

// Empty places have no identity but their number.
function placeKey(place: number): string {
  return `place-${place}`;
}
