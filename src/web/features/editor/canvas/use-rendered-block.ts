import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Block } from '#newsletter/document/document.ts';
import { useTools } from '#web/features/editor/editor-context.tsx';
import type { RenderTarget } from './block-renderer.ts';
import { shadowOf, showFragment, wordsOf } from './shadow-slot.ts';

/** Renders a block into a host whenever it changes, and reports its text. Returns true if rendering failed. */
export function useRenderedBlock(
  host: RefObject<HTMLElement | null>,
  block: Block,
  { school, width, target }: RenderTarget,
  onWords: (words: string) => void,
): boolean {
  const { drawing } = useTools().editing;
  const [failed, setFailed] = useState<Block | null>(null);

  // A layout effect, so that a cached block is shown in the same frame in which it moves.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const root = shadowOf(host.current);
    const show = (fragment: Parameters<typeof showFragment>[1]) => {
      showFragment(root, fragment);
      onWords(wordsOf(root));
    };
    const as = { school, width, target };
    const known = drawing.known(block, as);
    if (known !== null) {
      show(known);
      return;
    }
    let isCurrent = true;
    const ask = () =>
      void drawing.draw(block, as).then(
        (fragment) => {
          if (!isCurrent || fragment === null) return;
          show(fragment);
          setFailed(null);
        },
        () => {
          if (isCurrent) setFailed(block);
        },
      );
    ask();
    const stop = drawing.onAgain(ask);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [host, drawing, block, school, width, target, onWords]);

  return failed === block;
}

/** Renders the newsletter's head into a host. */
export function useRenderedHead(host: RefObject<HTMLElement | null>, target: RenderTarget['target']): void {
  const { editing, school } = useTools();
  const { drawing } = editing;
  useEffect(() => {
    let isCurrent = true;
    const ask = () =>
      void drawing.drawHead({ school, target }).then(
        (fragment) => {
          if (isCurrent && fragment !== null && host.current !== null)
            showFragment(shadowOf(host.current), fragment);
        },
        // The blocks show the failure.
        () => undefined,
      );
    ask();
    const stop = drawing.onAgain(ask);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [host, drawing, school, target]);
}
