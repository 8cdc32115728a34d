import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { heightOf } from '#newsletter/document/traits.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { useBlockState, useEditor, useTools } from '#web/features/editor/kernel/tools.tsx';
import { shadowOf, showFragment, shownWords } from '#web/newsletter-ui/renderer/shadow-slot.ts';

/** Renders a block into a host whenever it changes, and reports its text. Returns true if rendering failed. */
export function useRenderedBlock(
  host: RefObject<HTMLElement | null>,
  block: Block,
  { school, width, target, slotStyle }: RenderTarget,
  onWords: (words: string) => void,
): boolean {
  const { blockRenderer } = useTools().editing;
  const today = useToday();
  const year = (useBlockState(block.name, (state) => state.document.issueDate) ?? today).slice(0, 4);
  const { design, colours, role, tint } = slotStyle;
  const [failed, setFailed] = useState<Block | null>(null);

  // A layout effect, so that a cached block is shown in the same frame in which it moves.
  useLayoutEffect(() => {
    const box = host.current;
    if (box === null) return;
    const root = shadowOf(box);
    const show = (fragment: Parameters<typeof showFragment>[1]) => {
      box.style.minHeight = '';
      showFragment(root, fragment);
      onWords(shownWords(root));
    };
    const as = { school, width, target, year, today, slotStyle: { design, colours, role, tint } };
    const cached = blockRenderer.cached(block, as);
    if (cached !== null) {
      show(cached);
      return;
    }
    // While a newsletter is opened, blocks that are drawn first would push the rest down.
    if (root.lastElementChild?.hasChildNodes() === false) box.style.minHeight = `${heightOf(block)}px`;
    let isCurrent = true;
    const request = () =>
      void blockRenderer.render(block, as).then(
        (fragment) => {
          if (!isCurrent || fragment === null) return;
          show(fragment);
          setFailed(null);
        },
        () => {
          if (isCurrent) setFailed(block);
        },
      );
    request();
    const stop = blockRenderer.onRetry(request);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [host, blockRenderer, block, school, width, target, year, today, design, colours, role, tint, onWords]);

  return failed === block;
}

/** Renders the newsletter's head into a host. */
export function useRenderedHead(host: RefObject<HTMLElement | null>, target: RenderTarget['target']): void {
  const { editing, school } = useTools();
  const { blockRenderer } = editing;
  const title = useEditor((state) => state.title);
  const document = useEditor((state) => state.document);
  const today = useToday();
  // A layout effect as the blocks have, so that the head is requested before them.
  useLayoutEffect(() => {
    let isCurrent = true;
    const request = () =>
      void blockRenderer.renderHead({ school, target, title, document, today }).then(
        (fragment) => {
          if (isCurrent && fragment !== null && host.current !== null)
            showFragment(shadowOf(host.current), fragment);
        },
        // The blocks show the failure.
        () => undefined,
      );
    request();
    const stop = blockRenderer.onRetry(request);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [host, blockRenderer, school, target, title, document, today]);
}

/** The date of the issue, or else today's. */
export function useIssueDay(): string {
  const today = useToday();
  return useEditor((state) => state.document.issueDate) ?? today;
}

function useToday(): string {
  const { school } = useTools();
  return useMemo(() => dayIn(school.time_zone, new Date()), [school]);
}
