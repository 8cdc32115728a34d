import type { OwnColours } from '#newsletter/designs/colours.ts';
import type { Block } from '#newsletter/document/document.ts';
import type { Fragment } from '#newsletter/render/fragment.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import type { RenderTarget } from './render-target.ts';

interface CachedBlock {
  readonly school: SchoolBranding;
  readonly colours: OwnColours | null;
  readonly byVariant: Map<string, Fragment>;
}
/** Keeps what was drawn of each block, in the colours in which it was drawn last. */
export function createFragmentCache() {
  // Keyed by identity: each change makes a new block, and the old one is garbage-collected.
  const cache = new WeakMap<Block, CachedBlock>();
  return {
    cached(block: Block, as: RenderTarget): Fragment | null {
      const found = cache.get(block);
      return found !== undefined && isPaintedAs(found, as)
        ? (found.byVariant.get(variantOf(as)) ?? null)
        : null;
    },
    remember(block: Block, as: RenderTarget, fragment: Fragment): Fragment {
      const found = cache.get(block);
      const { school, slotStyle } = as;
      const kept =
        found !== undefined && isPaintedAs(found, as)
          ? found
          : { school, colours: slotStyle.colours, byVariant: new Map<string, Fragment>() };
      kept.byVariant.set(variantOf(as), fragment);
      cache.set(block, kept);
      return fragment;
    },
  };
}

/** Whether a block is drawn the same for both. */
export function isDrawnAlike(one: RenderTarget, other: RenderTarget): boolean {
  const { school, slotStyle } = one;
  return isPaintedAs({ school, colours: slotStyle.colours }, other) && variantOf(one) === variantOf(other);
}

// Colours are often tried one after the other: only what is drawn in the present ones is kept.
function isPaintedAs(
  { school, colours }: Pick<CachedBlock, 'school' | 'colours'>,
  as: RenderTarget,
): boolean {
  return school === as.school && colours === as.slotStyle.colours;
}

function variantOf({ width, target, year, today, slotStyle }: RenderTarget): string {
  return `${width} ${target} ${year} ${today} ${slotStyle.design} ${slotStyle.role} ${slotStyle.tint}`;
}
