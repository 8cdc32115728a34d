import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Block } from '#newsletter/document/document.ts';
import { withoutMissing } from '#newsletter/document/missing-files.ts';
import type { Fragment } from '#newsletter/render/fragment.ts';
import type { BlockRenderer, RenderTarget } from '#web/features/editor/canvas/block-renderer.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import { useFilling } from '#web/features/editor/guests/dates/school-dates.ts';
import { shadowOf, showFragment } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import { useCompared } from './compared-context.ts';
import type { Mark } from './comparison.ts';
import { MARK_RULES, markChangedWords, strikeWords } from './mark-words.ts';

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
  const before = useAsSeen(mark?.how === 'changed' ? mark.was : null);
  const was = useMemo(() => before && asEarlier(before), [before]);
  const isRemoved = mark?.how === 'removed';
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
      showFragment(root, { styles: styles + MARK_RULES, body: markedBody(drawn, isRemoved) });
    });
  }, [host, blockRenderer, block, now, was, isRemoved, as]);
  return failed === block;
}

/** A block as families would see it today: without deleted files, with the school's dates. */
function useAsSeen(block: Block): Block;
function useAsSeen(block: Block | null): Block | null;
function useAsSeen(block: Block | null): Block | null {
  const gone = useStore(useTools().editing.missing);
  const fill = useFilling();
  return useMemo(() => block && fill(withoutMissing(block, gone)), [block, gone, fill]);
}

/** A block's version, and the earlier one with which it is compared. */
interface Versions<Kind> {
  readonly now: Kind;
  readonly was: Kind | null;
}

function markedBody({ now, was }: Versions<Fragment>, isRemoved: boolean): string {
  if (isRemoved) return strikeWords(now.body);
  return was === null ? now.body : markChangedWords(was.body, now.body);
}

/**
 * Draws both versions, at once if they were drawn before, and again when the renderer is; null: it failed. Returns a function that
 * stops it.
 */
function drawVersions(
  renderer: BlockRenderer,
  { now, was }: Versions<Block>,
  as: RenderTarget,
  onDrawn: (drawn: Versions<Fragment> | null) => void,
): () => void {
  let isCurrent = true;
  const draw = () => {
    const [cached, earlier] = [renderer.cached(now, as), was && renderer.cached(was, as)];
    if (cached !== null && (was === null || earlier !== null)) {
      onDrawn({ now: cached, was: earlier });
      return;
    }
    Promise.all([fragmentOf(renderer, now, as), was && fragmentOf(renderer, was, as)]).then(
      ([fragment, before]) => {
        if (isCurrent && fragment !== null) onDrawn({ now: fragment, was: before });
      },
      () => {
        if (isCurrent) onDrawn(null);
      },
    );
  };
  draw();
  const stop = renderer.onRetry(draw);
  return () => {
    isCurrent = false;
    stop();
  };
}

// The renderer draws only the newest request of each name, and here both versions of a block. No stored name holds a NUL.
function asEarlier(block: Block): Block {
  return { ...block, name: `${block.name}\0earlier` };
}

async function fragmentOf(renderer: BlockRenderer, block: Block, as: RenderTarget): Promise<Fragment | null> {
  return renderer.cached(block, as) ?? (await renderer.render(block, as));
}
