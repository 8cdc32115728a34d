import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { dayIn } from '#newsletter/values/time-zone.ts';
import { useEditor, useTools } from '#web/features/editor/editor-context.tsx';
import { shadowOf, showFragment, wordsOf } from '#web/newsletter-ui/renderer/shadow-slot.ts';
import type { RenderTarget } from './block-renderer.ts';

/** Renders a block into a host whenever it changes, and reports its text. Returns true if rendering failed. */
export function useRenderedBlock(
  host: RefObject<HTMLElement | null>,
  block: Block,
  { school, width, target, slotStyle }: RenderTarget,
  onWords: (words: string) => void,
): boolean {
  const { blockRenderer } = useTools().editing;
  const year = useIssueDay().slice(0, 4);
  const { design, colours, role, tint } = slotStyle;
  const [failed, setFailed] = useState<Block | null>(null);

  // A layout effect, so that a cached block is shown in the same frame in which it moves.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    const show = (fragment: Parameters<typeof showFragment>[1]) => {
      showFragment(root, fragment);
      onWords(wordsOf(root));
    };
    const as = { school, width, target, year, slotStyle: { design, colours, role, tint } };
    const cached = blockRenderer.cached(block, as);
    if (cached !== null) {
      show(cached);
      return;
    }
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
  }, [host, blockRenderer, block, school, width, target, year, design, colours, role, tint, onWords]);

  return failed === block;
}

/** Renders the newsletter's head into a host. */
export function useRenderedHead(host: RefObject<HTMLElement | null>, target: RenderTarget['target']): void {
  const { editing, school } = useTools();
  const { blockRenderer } = editing;
  const title = useEditor((state) => state.title);
  const document = useEditor((state) => state.document);
  const today = useToday();
  useEffect(() => {
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
