import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Engine } from 'mrml';
import { type EngineResult, renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import { type RendererPort, RenderFailed } from './renderer.ts';

const require = createRequire(import.meta.url);

/** The most characters of cached outlines and their renderings. A newsletter of 100 blocks has 150,000. */
const KEPT_CHARACTERS = 8_000_000;

/** Renders with mrml in this process. A typical newsletter takes about 0.2 ms, so it runs on the main thread. */
export function createEmbeddedRenderer(): RendererPort {
  return new EmbeddedRenderer();
}

class EmbeddedRenderer implements RendererPort {
  #engine: Engine | null = null;
  /** The engine's renderings of newsletters without their texts: between two saves, mostly texts change. */
  readonly #drawn = new LRUCache<string, string>({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (html, outline) => html.length + outline.length,
  });

  async render(mjml: string): Promise<string> {
    const result = this.#toHtml(mjml);
    if (result.type === 'error') throw new RenderFailed(result.message);
    return result.content;
  }

  #toHtml(mjml: string): EngineResult {
    try {
      return renderAroundTexts(mjml, (outline) => this.#draw(outline));
    } catch (error) {
      this.#discard();
      throw new RenderFailed(error instanceof Error ? error.message : String(error));
    }
  }

  #draw(outline: string): EngineResult {
    const drawn = this.#drawn.get(outline);
    if (drawn !== undefined) return { type: 'success', content: drawn };
    this.#engine ??= loadEngine();
    const result = this.#engine.toHtml(outline);
    if (result.type === 'success') this.#drawn.set(outline, result.content);
    return result;
  }

  // After a trap the WebAssembly module is unusable, so the next call creates a new one. `free` unregisters the
  // engine from finalization before it fails itself. Otherwise the garbage collector would call into the broken
  // module later, which throws an uncaught exception and ends the process.
  #discard(): void {
    try {
      this.#engine?.free();
    } catch {
      // Expected, because the module is broken.
    } finally {
      this.#engine = null;
    }
  }
}

// The package instantiates its WebAssembly on load, so a new instance needs a fresh load.
function loadEngine(): Engine {
  delete require.cache[require.resolve('mrml')];
  const mrml: typeof import('mrml') = require('mrml');
  const engine = new mrml.Engine();
  engine.setRenderOptions(RENDER_OPTIONS);
  return engine;
}
