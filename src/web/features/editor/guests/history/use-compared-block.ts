import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { withoutMissing } from '#newsletter/document/missing-files.ts';
import { asEarlier, drawVersions, markedBody } from '#web/features/editor/comparing/draw-versions.ts';
import { MARK_RULES, strikeWords } from '#web/features/editor/comparing/mark-words.ts';
import { useFilling } from '#web/features/editor/kernel/facts/school-dates.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import { useCompared } from './compared-context.ts';
import type { Mark } from './comparison.ts';

/** Renders a block into a host, with its changed words marked. Returns true if rendering failed. */
export function useComparedBlock(
  host: RefObject<HTMLElement | null>,
  block: Block,
  mark: Mark | null,
  { school, width, slotStyle }: Pick<RenderTarget, 'school' | 'width' | 'slotStyle'>,
): boolean {
  const { blockRenderer } = useTools().editing;
  const { year, today } = useCompared();
  const now = useAsSeen(block);
  const before = useAsSeen(mark?.kind === 'changed' ? mark.was : null);
  const was = useMemo(() => before && asEarlier(before), [before]);
  const isRemoved = mark?.kind === 'removed';
  const { design, colours, role, tint } = slotStyle;
  const as = useMemo(
    (): RenderTarget => ({
      ...{ school, width, target: 'page', year, today },
      slotStyle: { design, colours, role, tint },
    }),
    [school, width, year, today, design, colours, role, tint],
  );
  const [failed, setFailed] = useState<Block | null>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    return drawVersions(blockRenderer, { now, was }, as, (drawn) => {
      setFailed(drawn === null ? block : null);
      if (drawn === null) return;
      const { styles } = drawn.now;
      showFragment(root, {
        styles: styles + MARK_RULES,
        body: isRemoved ? strikeWords(drawn.now.body) : markedBody(drawn),
      });
    });
  }, [host, blockRenderer, block, now, was, isRemoved, as]);
  return failed === block;
}

/** A block as families would see it today: without deleted files, with the school's dates. */
function useAsSeen(block: Block): Block;
function useAsSeen(block: Block | null): Block | null;
function useAsSeen(block: Block | null): Block | null {
  const missing = useStore(useTools().editing.missing);
  const fill = useFilling();
  return useMemo(() => block && fill(withoutMissing(block, missing)), [block, missing, fill]);
}
