import { type Block, byteLength } from '#newsletter/document/document.ts';
import { compileBlock, compileHead, type Fragment, fragmentOf } from '#newsletter/render/compile.ts';
import { compileForMeasuring } from '#newsletter/render/mail-size.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { directed } from '#newsletter/values/right-to-left.ts';
import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';

/** What a block's rendering depends on besides the block. */
export interface RenderTarget {
  readonly school: SchoolBranding;
  /** Width of the content, in pixels. */
  readonly width: number;
  readonly target: 'page' | 'mail';
}

/** The input for measuring a mail. */
type MailSource = Omit<Parameters<typeof compileForMeasuring>[0], 'origin'>;

/** Renders blocks and heads, with a cache: an unchanged block is not rendered again. */
export interface BlockRenderer {
  /** The cached fragment, or null. */
  known(block: Block, as: RenderTarget): Fragment | null;
  /** Renders a block; null if a newer request for the same block replaced this one. Rejects with `RenderFailed`. */
  draw(block: Block, as: RenderTarget): Promise<Fragment | null>;
  /**
   * Renders a block for its last target, before the canvas asks for it: synchronously if that is fast, so that a
   * keystroke
   * and its result are painted in one frame; else the worker starts while the page handles the keystroke.
   */
  drawAhead(block: Block): void;
  /** Retries failed renderings: the engine's files may be reachable now. */
  again(): void;
  /** Calls a listener when failed renderings should be retried; returns the unsubscribe function. */
  onAgain(listener: () => void): () => void;
  drawHead(as: Omit<RenderTarget, 'width'>): Promise<Fragment | null>;
  /** Bytes of the newsletter as a mail; null if a newer request replaced this one. Rejects as `draw` does. */
  mailBytes(newsletter: MailSource): Promise<number | null>;
  dispose(): void;
}

interface Drawn {
  readonly school: SchoolBranding;
  readonly byForm: Map<string, Fragment>;
}
interface Wish {
  readonly block: Block;
  readonly as: RenderTarget;
  /** Null after a failure, so that the next request retries. */
  fragment: Promise<Fragment | null> | null;
}

/** A block that takes longer than a frame (in milliseconds) this many times in a row is left to the worker. */
const QUICK = 16;
const PATIENCE = 3;

async function loadLocalEngine(): Promise<MainThreadEngine> {
  return await (await import('#web/newsletter-ui/renderer/main-thread-engine.ts')).loadMainThreadEngine();
}

/** A renderer that uses a worker, and an engine on the main thread once that is loaded. */
export function createBlockRenderer(
  renderer: Renderer = createRenderer(),
  loadNear: () => Promise<MainThreadEngine> = loadLocalEngine,
): BlockRenderer {
  // Keyed by identity: each change makes a new block, and the old one is garbage-collected.
  const drawn = new WeakMap<Block, Drawn>();
  const wishes = new Map<string, Wish>();
  const slowTimes = new Map<string, number>();
  const origin = window.location.origin;
  const listeners = new Set<() => void>();
  let near: MainThreadEngine | null | 'wanted' = null;

  function known(block: Block, as: RenderTarget): Fragment | null {
    const found = drawn.get(block);
    return found?.school === as.school ? (found.byForm.get(formOf(as)) ?? null) : null;
  }
  function remember(block: Block, as: RenderTarget, fragment: Fragment): void {
    const found = drawn.get(block);
    const kept =
      found?.school === as.school ? found : { school: as.school, byForm: new Map<string, Fragment>() };
    kept.byForm.set(formOf(as), fragment);
    drawn.set(block, kept);
  }
  async function render(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const html = await renderer.render(block.name, compileBlock({ block, origin, calendarUrl, ...as }));
    if (html === null) return null;
    const fragment = fragmentOf(directed(html, as.school.language));
    remember(block, as, fragment);
    return fragment;
  }
  function draw(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const last = wishes.get(block.name);
    const isSame = last?.block === block && last.as.school === as.school && formOf(last.as) === formOf(as);
    if (isSame && last.fragment !== null) return last.fragment;
    const fragment = render(block, as);
    const wish: Wish = { block, as, fragment };
    wishes.set(block.name, wish);
    fragment.catch(() => {
      wish.fragment = null;
    });
    return fragment;
  }

  function drawNow(block: Block, as: RenderTarget): boolean {
    if (near === null || near === 'wanted') return false;
    const times = slowTimes.get(block.name) ?? 0;
    if (times >= PATIENCE) return false;
    const begun = performance.now();
    const html = near.render(compileBlock({ block, origin, calendarUrl, ...as }));
    // One slow run proves little: the machine may have been busy.
    slowTimes.set(block.name, performance.now() - begun > QUICK ? times + 1 : 0);
    if (html === null) return false;
    remember(block, as, fragmentOf(directed(html, as.school.language)));
    return true;
  }
  // Loaded at the first keystroke, not with the editor: it is as large as a picture, and preloaded into the cache.
  function wantNear(): void {
    if (near !== null) return;
    near = 'wanted';
    loadNear().then(
      (engine) => {
        near = engine;
      },
      // Then the worker renders everything, a frame later.
      () => undefined,
    );
  }

  return {
    known,
    draw,
    drawAhead(block) {
      wantNear();
      const last = wishes.get(block.name);
      if (last === undefined || drawNow(block, last.as)) return;
      // The slot that shows the block handles the failure.
      draw(block, last.as).catch(() => undefined);
    },
    again() {
      for (const listener of [...listeners]) listener();
    },
    onAgain(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async drawHead(as) {
      const html = await renderer.render('the head', compileHead({ origin, ...as }));
      return html === null ? null : fragmentOf(directed(html, as.school.language));
    },
    async mailBytes(newsletter) {
      const html = await renderer.render('the mail', compileForMeasuring({ ...newsletter, origin }));
      return html === null ? null : byteLength(html);
    },
    dispose() {
      wishes.clear();
      renderer.dispose();
    },
  };
}

// The canvas shows the link as the page does; it has a target only once the newsletter is published.
const calendarUrl = () => '#';

function formOf({ width, target }: RenderTarget): string {
  return `${width} ${target}`;
}
