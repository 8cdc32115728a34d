import { useMergedRef } from '@mantine/hooks';
import { type RefObject, useMemo } from 'react';
import { inColours } from '#newsletter/designs/colours.ts';
import { designOf } from '#newsletter/designs/index.ts';
import { compose } from '#newsletter/document/composition.ts';
import { hasRuleAbove } from '#newsletter/document/sections.ts';
import { sheetPalette } from '#newsletter/render/block-context.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import sheet from '#web/features/editor/canvas/canvas.module.css';
import { sheetSize, useWidth } from '#web/features/editor/canvas/sheet-size.ts';
import { sheetStyle } from '#web/features/editor/canvas/sheet-style.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { ComparedBlock } from './compared-block.tsx';
import classes from './compared-canvas.module.css';
import { ComparedContext, type ComparedTools, type RestoreChange } from './compared-context.ts';
import { ComparedHead } from './compared-head.tsx';
import { ComparedSection } from './compared-section.tsx';
import type { Comparison } from './comparison.ts';
import { SettingsNote } from './settings-note.tsx';
import type { useComparison } from './use-comparison.ts';
import type { Steps } from './use-steps.ts';

/** Beside the sheet, the pixels that a mark needs; with less it is a line above its block. */
const GUTTER = 156;

/** A comparison, drawn by the renderer of pages. */
export function ComparedCanvas({
  shown,
  canvas,
  isAlone,
  steps,
  onRestore,
}: {
  canvas: RefObject<HTMLElement | null>;
  shown: ReturnType<typeof useComparison>;
  isAlone: boolean;
  steps: Steps;
  onRestore: RestoreChange | null;
}) {
  const space = useWidth();
  const ref = useMergedRef(space.ref, canvas);
  const { list, comparison, failed } = shown;
  return (
    <main
      id="main"
      ref={ref}
      className={classes.surround}
      aria-label="The newsletter with its changes"
      data-steps=""
      // Focusable for scrolling by keyboard, unless stepping to changes scrolls.
      tabIndex={steps.count === 0 ? 0 : -1}
    >
      {failed !== null && (
        <ErrorState
          title="We could not load this state"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {failed === null && comparison === null && !list.isError && shown.chosen !== null && (
        <Loading label="Loading the state">
          <div className={classes.skeleton} />
        </Loading>
      )}
      {failed === null && comparison !== null && space.width !== null && (
        <Sheet
          comparison={comparison}
          authors={shown.authors}
          isAlone={isAlone}
          isNow={shown.isNewest && shown.against === null}
          space={space.width}
          steps={steps}
          onRestore={onRestore}
        />
      )}
    </main>
  );
}

function Sheet({
  comparison,
  authors,
  isAlone,
  isNow,
  space,
  steps,
  onRestore,
}: {
  comparison: Comparison;
  authors: ComparedTools['authors'];
  isAlone: boolean;
  isNow: boolean;
  space: number;
  steps: Steps;
  onRestore: RestoreChange | null;
}) {
  const { school, isPhone } = useTools();
  const { shown } = comparison;
  const { document } = shown;
  const design = designOf(document.design, school.design);
  const size = sheetSize(space, 'desktop', document.layout, design, isPhone);
  const composition = useMemo(() => compose(document, design), [document, design]);
  const palette = useMemo(
    () => sheetPalette(inColours(school, document.colours), design),
    [school, document.colours, design],
  );
  const today = useMemo(() => dayIn(school.time_zone, new Date()), [school]);
  const isBeside = !isPhone && (space - size.width * size.scale) / 2 >= GUTTER;
  const tools: ComparedTools = {
    comparison,
    authors,
    isAlone,
    isNow,
    current: steps.current,
    goTo: steps.goTo,
    onRestore,
    isBeside,
    year: (document.issueDate ?? today).slice(0, 4),
    today,
  };
  const cover = composition.cover?.block ?? null;
  return (
    <ComparedContext value={tools}>
      <SettingsNote />
      <div className={sheet.sheet} style={sheetStyle(design, palette, size)} data-theme="light">
        <div className={sheet.paper}>
          {cover !== null && (
            <ul className={sheet.blocks} aria-label="Cover">
              <ComparedBlock
                block={cover}
                side="only"
                width={size.width}
                slotStyle={{ design: document.design, colours: document.colours, role: 'wide', tint: null }}
              />
            </ul>
          )}
          <ComparedHead version={comparison.shown} today={today} />
          <div className={sheet.sections}>
            {composition.sections.map((section, index) => (
              <ComparedSection
                key={`section-${section.start}`}
                section={section}
                size={size}
                lead={composition.lead}
                isFirst={index === 0}
                isRuled={hasRuleAbove(composition.sections, index, design)}
              />
            ))}
          </div>
          {composition.footers.length > 0 && (
            <ul className={sheet.blocks} aria-label="Foot of the newsletter">
              {composition.footers.map((block) => (
                <ComparedBlock
                  key={block.name}
                  block={block}
                  side="foot"
                  width={size.width}
                  slotStyle={{ design: document.design, colours: document.colours, role: 'wide', tint: null }}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
    </ComparedContext>
  );
}
