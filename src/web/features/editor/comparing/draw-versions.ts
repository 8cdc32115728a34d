import type { Block } from '#newsletter/document/document.ts';
import type { Fragment } from '#newsletter/render/fragment.ts';
import type { BlockRenderer } from '#web/features/editor/kernel/rendering/block-renderer.ts';
import type { RenderTarget } from '#web/features/editor/kernel/rendering/render-target.ts';
import { markChangedWords } from './mark-words.ts';

/** A block's version, and the earlier one that it is compared with; null for none. */
export interface Versions<Kind> {
  readonly now: Kind;
  readonly was: Kind | null;
}

/**
 * Draws both versions, at once if they are cached, and again when the renderer retries. `onDrawn` gets null if that failed. Returns
 * a function that stops it.
 */
export function drawVersions(
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

/** The later body, with the changed words marked. */
export function markedBody({ now, was }: Versions<Fragment>): string {
  return was === null ? now.body : markChangedWords(was.body, now.body);
}

/** The earlier version under another name: the renderer draws only the newest request for each. No stored name has a NUL. */
export function asEarlier(block: Block): Block {
  return { ...block, name: `${block.name}\0earlier` };
}

async function fragmentOf(renderer: BlockRenderer, block: Block, as: RenderTarget): Promise<Fragment | null> {
  return renderer.cached(block, as) ?? (await renderer.render(block, as));
}
