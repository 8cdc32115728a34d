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
  const { blockRenderer, missing } = useTools().editing;
  const { year, today } = useCompared();
  const gone = useStore(missing);
  const fill = useFilling();
  const present = useMemo(() => fill(withoutMissing(block, gone)), [block, gone, fill]);
  const changedFrom = mark?.how === 'changed' ? mark.was : null;
  const was = useMemo(
    () => changedFrom && asEarlier(fill(withoutMissing(changedFrom, gone))),
    [changedFrom, gone, fill],
  );
  const isRemoved = mark?.how === 'removed';
  const { design, colours, role, tint } = slotStyle;
  const [failed, setFailed] = useState<Block | null>(null);

  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    const as = {
      school,
      width,
      target: 'page' as const,
      year,
      today,
      slotStyle: { design, colours, role, tint },
    };
    let isCurrent = true;
    const show = (drawn: Fragment, before: Fragment | null) =>
      showFragment(root, {
        styles: drawn.styles + MARK_RULES,
        body: isRemoved
          ? strikeWords(drawn.body)
          : before === null
            ? drawn.body
            : markChangedWords(before.body, drawn.body),
      });
    const request = () => {
      const [now, then] = [blockRenderer.cached(present, as), was && blockRenderer.cached(was, as)];
      if (now !== null && (was === null || then !== null)) {
        show(now, then);
        return;
      }
      Promise.all([drawn(blockRenderer, present, as), was && drawn(blockRenderer, was, as)]).then(
        ([fragment, before]) => {
          if (!isCurrent || fragment === null) return;
          show(fragment, before);
          setFailed(null);
        },
        () => {
          if (isCurrent) setFailed(block);
        },
      );
    };
    request();
    const stop = blockRenderer.onRetry(request);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [
    host,
    blockRenderer,
    block,
    present,
    was,
    isRemoved,
    school,
    width,
    year,
    today,
    design,
    colours,
    role,
    tint,
  ]);

  return failed === block;
}

// The renderer draws only the newest request of each name, and here both versions of a block. No stored name holds a NUL.
function asEarlier(block: Block): Block {
  return { ...block, name: `${block.name}\0earlier` };
}

async function drawn(renderer: BlockRenderer, block: Block, as: RenderTarget): Promise<Fragment | null> {
  return renderer.cached(block, as) ?? (await renderer.render(block, as));
}
