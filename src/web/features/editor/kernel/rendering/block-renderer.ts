import type { OwnColours } from '#newsletter/designs/colours.ts';
import { type Block, byteLength } from '#newsletter/document/document.ts';
import { compileBlock, type SlotStyle } from '#newsletter/render/compile-block.ts';
import { compileMasthead, type MastheadInput } from '#newsletter/render/compile-masthead.ts';
import { type Fragment, fragmentOf } from '#newsletter/render/fragment.ts';
import type { compileForMeasuring } from '#newsletter/render/mail-size.ts';
import { withPreviewedCuts } from '#newsletter/render/picture-copies.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';

/** The inputs of a block's rendering besides the block. */
export interface RenderTarget {
  readonly school: SchoolBranding;
  /** Width of the content, in pixels. */
  readonly width: number;
  readonly target: 'page' | 'mail';
  /** The year of the issue. */
  readonly year?: string;
  readonly today?: string;
  /** The style that the block takes from its slot. */
  readonly slotStyle: SlotStyle;
}

/** The input for measuring a mail. */
type MailSource = Omit<Parameters<typeof compileForMeasuring>[0], 'origin'>;

/** Renders blocks and heads, with a cache: an unchanged block is not rendered again. */
export interface BlockRenderer {
  /** The cached fragment, or null. */
  cached(block: Block, as: RenderTarget): Fragment | null;
  /** Renders a block; null if a newer request for the same block replaced this one. Rejects with `RenderFailed`. */
  render(block: Block, as: RenderTarget): Promise<Fragment | null>;
  /**
   * Renders a block for its last target, before the canvas asks for it: synchronously if that is fast, so that a
   * keystroke and its result are painted in one frame; else the worker starts while the page handles the keystroke.
   */
  renderAhead(block: Block): void;
  /** Retries failed renderings: the engine's files may be reachable now. */
  retry(): void;
  /** Calls a listener when failed renderings should be retried; returns the unsubscribe function. */
  onRetry(listener: () => void): () => void;
  renderHead(head: Omit<MastheadInput, 'origin'>): Promise<Fragment | null>;
  /** Resolves once every block and head that is being rendered now is rendered, or has failed. */
  settled(): Promise<void>;
  /** Bytes of the newsletter as a mail; null if a newer request replaced this one. Rejects as `render` does. */
  mailBytes(newsletter: MailSource): Promise<number | null>;
  dispose(): void;
}

interface CachedBlock {
  readonly school: SchoolBranding;
  readonly colours: OwnColours | null;
  readonly byVariant: Map<string, Fragment>;
}
interface RenderRequest {
  readonly block: Block;
  readonly as: RenderTarget;
  /** Null after a failure, so that the next request retries. */
  fragment: Promise<Fragment | null> | null;
}

/** A block that takes longer than a frame (in milliseconds) this many times in a row is left to the worker. */
const FRAME = 16;
const SLOW_LIMIT = 3;

async function loadLocalEngine(): Promise<MainThreadEngine> {
  return await (await import('#web/newsletter-ui/renderer/main-thread-engine.ts')).loadMainThreadEngine();
}

// Loaded when idle: nothing on the canvas waits for the size of the mail, nor does opening.
async function loadMeasuring() {
  await new Promise<void>(whenIdle);
  return await import('#newsletter/render/mail-size.ts');
}

/** A renderer that uses a worker, and an engine on the main thread once that is loaded. */
export function createBlockRenderer(
  renderer: Renderer = createRenderer(),
  loadEngine: () => Promise<MainThreadEngine> = loadLocalEngine,
): BlockRenderer {
  // Keyed by identity: each change makes a new block, and the old one is garbage-collected.
  const cache = new WeakMap<Block, CachedBlock>();
  const requests = new Map<string, RenderRequest>();
  const slowRuns = new Map<string, number>();
  const origin = window.location.origin;
  const listeners = new Set<() => void>();
  const running = new Set<Promise<unknown>>();
  let localEngine: MainThreadEngine | null | 'loading' = null;

  function cached(block: Block, as: RenderTarget): Fragment | null {
    const found = cache.get(block);
    return found !== undefined && isPaintedAs(found, as)
      ? (found.byVariant.get(variantOf(as)) ?? null)
      : null;
  }
  function remember(block: Block, as: RenderTarget, fragment: Fragment): void {
    const found = cache.get(block);
    const { school, slotStyle } = as;
    const kept =
      found !== undefined && isPaintedAs(found, as)
        ? found
        : { school, colours: slotStyle.colours, byVariant: new Map<string, Fragment>() };
    kept.byVariant.set(variantOf(as), fragment);
    cache.set(block, kept);
  }
  function follow<Drawn>(drawing: Promise<Drawn>): Promise<Drawn> {
    running.add(drawing);
    const end = () => running.delete(drawing);
    drawing.then(end, end);
    return drawing;
  }
  async function renderInWorker(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const html = await renderer.render(block.name, compileBlock({ block, origin, calendarUrl, ...as }));
    if (html === null) return null;
    const fragment = drawnFragment(html, as);
    remember(block, as, fragment);
    return fragment;
  }
  async function drawHead(head: Omit<MastheadInput, 'origin'>): Promise<Fragment | null> {
    const html = await renderer.render('the head', compileMasthead({ origin, ...head }));
    return html === null ? null : fragmentOf(mirrorIfRightToLeft(html, head.school.language));
  }
  function render(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const last = requests.get(block.name);
    const isSame =
      last?.block === block &&
      isPaintedAs({ school: last.as.school, colours: last.as.slotStyle.colours }, as) &&
      variantOf(last.as) === variantOf(as);
    if (isSame && last.fragment !== null) return last.fragment;
    const fragment = follow(renderInWorker(block, as));
    const request: RenderRequest = { block, as, fragment };
    requests.set(block.name, request);
    fragment.catch(() => {
      request.fragment = null;
    });
    return fragment;
  }

  function renderNow(block: Block, as: RenderTarget): boolean {
    if (localEngine === null || localEngine === 'loading') return false;
    const runs = slowRuns.get(block.name) ?? 0;
    if (runs >= SLOW_LIMIT) return false;
    const start = performance.now();
    const html = localEngine.render(compileBlock({ block, origin, calendarUrl, ...as }));
    // One slow run proves little: the machine may have been busy.
    slowRuns.set(block.name, performance.now() - start > FRAME ? runs + 1 : 0);
    if (html === null) return false;
    remember(block, as, drawnFragment(html, as));
    return true;
  }
  // The engine is loaded at the first keystroke, not with the editor: it is as large as a picture, and preloaded into the cache.
  function startLoading(): void {
    if (localEngine !== null) return;
    localEngine = 'loading';
    loadEngine().then(
      (engine) => {
        localEngine = engine;
      },
      // Then the worker renders everything, a frame later.
      () => undefined,
    );
  }

  return {
    cached,
    render,
    renderAhead(block) {
      startLoading();
      const last = requests.get(block.name);
      if (last === undefined || renderNow(block, last.as)) return;
      // The slot that shows the block handles the failure.
      render(block, last.as).catch(() => undefined);
    },
    retry() {
      for (const listener of [...listeners]) listener();
    },
    onRetry(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    renderHead: (head) => follow(drawHead(head)),
    async settled() {
      await Promise.allSettled(running);
    },
    async mailBytes(newsletter) {
      const measuring = await loadMeasuring();
      const mjml = measuring.compileForMeasuring({ ...newsletter, origin });
      const html = await renderer.render('the mail', mjml);
      return html === null ? null : byteLength(html);
    },
    dispose() {
      requests.clear();
      renderer.dispose();
    },
  };
}

// The canvas shows the link as the page does; it has a target only once the newsletter is published.
const calendarUrl = () => '#';

function drawnFragment(html: string, { target, school }: RenderTarget): Fragment {
  const shown = target === 'mail' ? withPreviewedCuts(html) : html;
  return fragmentOf(mirrorIfRightToLeft(shown, school.language));
}

// People often try one colour after the other: only fragments in the present colours are kept.
function isPaintedAs(
  { school, colours }: Pick<CachedBlock, 'school' | 'colours'>,
  as: RenderTarget,
): boolean {
  return school === as.school && colours === as.slotStyle.colours;
}

function variantOf({ width, target, year, today, slotStyle }: RenderTarget): string {
  return `${width} ${target} ${year} ${today} ${slotStyle.design} ${slotStyle.role} ${slotStyle.tint}`;
}
