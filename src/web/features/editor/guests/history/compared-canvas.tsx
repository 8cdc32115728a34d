import { useMergedRef } from '@mantine/hooks';
import { type RefObject, useMemo } from 'react';
import type { Version } from '#newsletter/changes/changes.ts';
import { inColours } from '#newsletter/designs/colours.ts';
import { designOf } from '#newsletter/designs/index.ts';
import { compose } from '#newsletter/document/composition.ts';
import { hasRuleAbove } from '#newsletter/document/sections.ts';
import { sheetPalette } from '#newsletter/render/block-context.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { ErrorState, Loading } from '#ui/feedback/states.tsx';
import sheet from '#web/features/editor/canvas/canvas.module.css';
import { type SheetSize, sheetSize, useWidth } from '#web/features/editor/canvas/sheet-size.ts';
import { sheetStyle } from '#web/features/editor/canvas/sheet-style.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { ComparedBlock } from './compared-block.tsx';
import classes from './compared-canvas.module.css';
import { ComparedContext, type ComparedTools, type RestoreChange } from './compared-context.ts';
import { ComparedHead } from './compared-head.tsx';
import { ComparedSection } from './compared-section.tsx';
import type { Comparison } from './comparison.ts';
import { SettingsNote } from './settings-note.tsx';
import type { useComparison } from './use-comparison.ts';
import type { Steps } from './use-steps.ts';

/** The pixels that a mark needs beside the sheet; with less room it is a line above its block. */
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

interface SheetProps {
  readonly comparison: Comparison;
  readonly authors: ComparedTools['authors'];
  readonly isAlone: boolean;
  readonly isNow: boolean;
  /** In pixels. */
  readonly space: number;
  readonly steps: Steps;
  readonly onRestore: RestoreChange | null;
}

/** The sheet of the shown version, which provides the comparison to its blocks. */
function Sheet({ space, steps, ...compared }: SheetProps) {
  const { school, isPhone } = useTools();
  const { document } = compared.comparison.shown;
  const size = sheetSize(
    space,
    'desktop',
    document.layout,
    designOf(document.design, school.design),
    isPhone,
  );
  const today = useMemo(() => dayIn(school.time_zone, new Date()), [school]);
  const tools: ComparedTools = {
    ...compared,
    current: steps.current,
    goTo: steps.goTo,
    isBeside: !isPhone && (space - size.width * size.scale) / 2 >= GUTTER,
    year: (document.issueDate ?? today).slice(0, 4),
    today,
  };
  return (
    <ComparedContext value={tools}>
      <SettingsNote />
      <Paper version={compared.comparison.shown} size={size} today={today} />
    </ComparedContext>
  );
}

function Paper({ version, size, today }: { version: Version; size: SheetSize; today: string }) {
  const { school } = useTools();
  const { document } = version;
  const design = designOf(document.design, school.design);
  const composition = useMemo(() => compose(document, design), [document, design]);
  const palette = useMemo(
    () => sheetPalette(inColours(school, document.colours), design),
    [school, document.colours, design],
  );
  const wide = {
    width: size.width,
    slotStyle: { design: document.design, colours: document.colours, role: 'wide', tint: null },
  } as const;
  return (
    <div className={sheet.sheet} style={sheetStyle(design, palette, size)} data-theme="light">
      <div className={sheet.paper}>
        {composition.cover !== null && (
          <ul className={sheet.blocks} aria-label="Cover">
            <ComparedBlock block={composition.cover.block} side="only" {...wide} />
          </ul>
        )}
        <ComparedHead version={version} today={today} />
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
              <ComparedBlock key={block.name} block={block} side="foot" {...wide} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
