import { type Block, byteLength } from '#newsletter/document/document.ts';
import { compileBlock } from '#newsletter/render/compile-block.ts';
import { compileMasthead, type MastheadInput } from '#newsletter/render/compile-masthead.ts';
import { type Fragment, fragmentOf } from '#newsletter/render/fragment.ts';
import type { compileForMeasuring } from '#newsletter/render/mail-size.ts';
import { withPreviewedCuts } from '#newsletter/render/picture-copies.ts';
import { mirrorIfRightToLeft } from '#newsletter/values/right-to-left.ts';
import { whenIdle } from '#web/features/editor/kernel/when-idle.ts';
import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';
import { createFragmentCache, isDrawnAlike } from './fragment-cache.ts';
import { createLocalEngine } from './local-engine.ts';
import type { RenderTarget } from './render-target.ts';

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

interface RenderRequest {
  readonly block: Block;
  readonly as: RenderTarget;
  /** Null after a failure, so that the next request retries. */
  fragment: Promise<Fragment | null> | null;
}

// Loaded when idle: nothing on the canvas waits for the size of the mail, nor does opening.
async function loadMeasuring() {
  await new Promise<void>(whenIdle);
  return await import('#newsletter/render/mail-size.ts');
}

/** A renderer that uses a worker, and an engine on the main thread once that is loaded. */
export function createBlockRenderer(
  renderer: Renderer = createRenderer(),
  loadEngine?: () => Promise<MainThreadEngine>,
): BlockRenderer {
  const { cached, remember } = createFragmentCache();
  const local = createLocalEngine(loadEngine);
  const requests = new Map<string, RenderRequest>();
  const origin = window.location.origin;
  const listeners = new Set<() => void>();
  const running = new Set<Promise<unknown>>();

  function follow<Drawn>(drawing: Promise<Drawn>): Promise<Drawn> {
    running.add(drawing);
    const end = () => running.delete(drawing);
    drawing.then(end, end);
    return drawing;
  }
  const compiled = (block: Block, as: RenderTarget) => compileBlock({ block, origin, calendarUrl, ...as });
  async function renderInWorker(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const html = await renderer.render(block.name, compiled(block, as));
    return html === null ? null : remember(block, as, drawnFragment(html, as));
  }
  async function drawHead(head: Omit<MastheadInput, 'origin'>): Promise<Fragment | null> {
    const html = await renderer.render('the head', compileMasthead({ origin, ...head }));
    return html === null ? null : fragmentOf(mirrorIfRightToLeft(html, head.school.language));
  }
  function render(block: Block, as: RenderTarget): Promise<Fragment | null> {
    const last = requests.get(block.name);
    if (last?.block === block && isDrawnAlike(last.as, as) && last.fragment !== null) return last.fragment;
    const fragment = follow(renderInWorker(block, as));
    const request: RenderRequest = { block, as, fragment };
    requests.set(block.name, request);
    fragment.catch(() => {
      request.fragment = null;
    });
    return fragment;
  }

  return {
    cached,
    render,
    renderAhead(block) {
      local.load();
      const as = requests.get(block.name)?.as;
      if (as === undefined) return;
      const html = local.render(block.name, () => compiled(block, as));
      if (html !== null) remember(block, as, drawnFragment(html, as));
      // The slot that shows the block handles the failure.
      else render(block, as).catch(() => undefined);
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
