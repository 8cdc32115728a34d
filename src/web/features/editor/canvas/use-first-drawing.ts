import { useEffect, useState } from 'react';
import type { BlockRenderer } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import { useTools } from '#web/features/editor/kernel/tools.tsx';

/** How long the first drawing waits for fonts, in milliseconds: it can be read without them. */
const FONTS_WAIT = 1000;

/**
 * Whether the newsletter has been drawn as a whole once. Blocks are drawn one after another, and each pushes down what is
 * below: a press in that time would reach another block than the one that was seen there. Call it in the component around
 * all blocks, whose effects run after theirs.
 */
export function useFirstDrawing(): boolean {
  const { blockRenderer } = useTools().editing;
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void drawnAtFirst(blockRenderer).then(() => {
      if (isCurrent) setDrawn(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [blockRenderer]);
  return isDrawn;
}

async function drawnAtFirst(blockRenderer: BlockRenderer): Promise<void> {
  await blockRenderer.settled();
  // The browser requests fonts once words in them are laid out.
  document.body.getBoundingClientRect();
  await Promise.race([
    document.fonts.ready,
    new Promise((resolve) => {
      setTimeout(resolve, FONTS_WAIT);
    }),
  ]);
}
