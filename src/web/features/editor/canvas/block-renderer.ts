import { type Block, byteLength } from '#newsletter/document/document.ts';
import { compileBlock, compileHead, type Fragment, fragmentOf } from '#newsletter/render/compile.ts';
import { compileForMeasuring } from '#newsletter/render/mail-size.ts';
import type { SchoolBranding } from '#newsletter/values/branding.ts';
import { directed } from '#newsletter/values/right-to-left.ts';
import type { MainThreadEngine } from '#web/newsletter-ui/renderer/main-thread-engine.ts';
import { createRenderer, type Renderer } from '#web/newsletter-ui/renderer/renderer.ts';

/** How a block is drawn, besides the block itself. */
export interface RenderTarget {
  readonly school: SchoolBranding;
  /** Pixels for the content. */
  readonly width: number;
  readonly target: 'page' | 'mail';
}

/** What a mail is measured of. */
type MailSource = Omit<Parameters<typeof compileForMeasuring>[0], 'origin'>;

/** Draws blocks and heads, and remembers what it has drawn: a block that has not changed is not drawn again. */
export interface BlockRenderer {
  /** What was drawn before, or null. */
  known(block: Block, as: RenderTarget): Fragment | null;
  /** Draws a block; null when a newer wish for the same block has overtaken this one. Rejects with `RenderFailed`. */
  draw(block: Block, as: RenderTarget): Promise<Fragment | null>;
  /**
   * Draws a block as it was drawn last, before the canvas asks for it: at once where that is quick, so that a keystroke
   * and what it changes are painted in one frame; else the worker begins while the page is busy with the keystroke.
   */
  drawAhead(block: Block): void;
  /** Tries anew what could not be drawn: the engine's files may be there now. */
  again(): void;
  /** Tells who shows something that it is worth asking once more; returns what ends that. */
  onAgain(listener: () => void): () => void;
  drawHead(as: Omit<RenderTarget, 'width'>): Promise<Fragment | null>;
  /** Bytes of a whole newsletter as a mail; null when a newer wish has overtaken this one. Rejects as `draw` does. */
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
  /** Null once it has failed: the next one who asks has it tried anew. */
  fragment: Promise<Fragment | null> | null;
}

/** What takes longer than a frame, in milliseconds, so often in a row, is left to the worker. */
const QUICK = 16;
const PATIENCE = 3;

async function loadLocalEngine(): Promise<MainThreadEngine> {
  return await (await import('#web/newsletter-ui/renderer/main-thread-engine.ts')).loadMainThreadEngine();
}

/** A drawing over a renderer of its own, and an engine near at hand once that is loaded. */
export function createBlockRenderer(
  renderer: Renderer = createRenderer(),
  loadNear: () => Promise<MainThreadEngine> = loadLocalEngine,
): BlockRenderer {
  // By the block's identity: each change makes a new one, and an old one is forgotten with it.
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
    // A single time says little: the machine may have been busy with something else.
    slowTimes.set(block.name, performance.now() - begun > QUICK ? times + 1 : 0);
    if (html === null) return false;
    remember(block, as, fragmentOf(directed(html, as.school.language)));
    return true;
  }
  // With the first keystroke, not with the editor: it is the size of a picture, and already in the browser's cache.
  function wantNear(): void {
    if (near !== null) return;
    near = 'wanted';
    loadNear().then(
      (engine) => {
        near = engine;
      },
      // The worker draws everything, a frame later.
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
      // Who shows it will hear of a failure.
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

// As on the page, where readers see it: the link itself leads somewhere once the newsletter is published.
const calendarUrl = () => '#';

function formOf({ width, target }: RenderTarget): string {
  return `${width} ${target}`;
}
