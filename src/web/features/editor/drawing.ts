import type { School } from '#newsletter/branding.ts';
import { compileBlock, compileHead, type Fragment, fragmentOf } from '#newsletter/compile.ts';
import type { Block } from '#newsletter/document.ts';
import { createRenderer, type Renderer } from '#web/renderer/renderer.ts';

/** How a block is drawn, besides the block itself. */
export interface DrawnAs {
  readonly school: School;
  /** Pixels for the content. */
  readonly width: number;
  readonly target: 'page' | 'mail';
}

/** Draws blocks and heads, and remembers what it has drawn: a block that has not changed is not drawn again. */
export interface Drawing {
  /** What was drawn before, or null. */
  known(block: Block, as: DrawnAs): Fragment | null;
  /** Draws a block; null when a newer wish for the same block has overtaken this one. Rejects with `RenderFailed`. */
  draw(block: Block, as: DrawnAs): Promise<Fragment | null>;
  drawHead(as: Omit<DrawnAs, 'width'>): Promise<Fragment | null>;
  dispose(): void;
}

interface Drawn {
  readonly school: School;
  readonly byForm: Map<string, Fragment>;
}

/** A drawing over a renderer of its own. */
export function drawingOf(renderer: Renderer = createRenderer()): Drawing {
  // By the block's identity: each change makes a new one, and an old one is forgotten with it.
  const drawn = new WeakMap<Block, Drawn>();
  const origin = window.location.origin;

  function known(block: Block, { school, width, target }: DrawnAs): Fragment | null {
    const found = drawn.get(block);
    return found?.school === school ? (found.byForm.get(`${width} ${target}`) ?? null) : null;
  }
  function remember(block: Block, { school, width, target }: DrawnAs, fragment: Fragment): void {
    const found = drawn.get(block);
    const kept = found?.school === school ? found : { school, byForm: new Map<string, Fragment>() };
    kept.byForm.set(`${width} ${target}`, fragment);
    drawn.set(block, kept);
  }

  return {
    known,
    async draw(block, as) {
      const html = await renderer.render(block.name, compileBlock({ block, origin, ...as }));
      if (html === null) return null;
      const fragment = fragmentOf(html);
      remember(block, as, fragment);
      return fragment;
    },
    async drawHead(as) {
      const html = await renderer.render('the head', compileHead({ origin, ...as }));
      return html === null ? null : fragmentOf(html);
    },
    dispose: () => renderer.dispose(),
  };
}
