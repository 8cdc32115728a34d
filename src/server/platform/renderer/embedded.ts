import { createRequire } from 'node:module';
import type { Engine } from 'mrml';
import { renderAroundTexts } from '#newsletter/render/around-texts.ts';
import { RENDER_OPTIONS } from '#newsletter/render/render-options.ts';
import { type RendererPort, RenderFailed } from './renderer.ts';

const require = createRequire(import.meta.url);

/** Renders with mrml in this process. A typical newsletter takes about 0.2 ms, so it runs on the main thread. */
export function createEmbeddedRenderer(): RendererPort {
  return new EmbeddedRenderer();
}

class EmbeddedRenderer implements RendererPort {
  #engine: Engine | null = null;

  async render(mjml: string): Promise<string> {
    const result = this.#toHtml(mjml);
    if (result.type === 'error') throw new RenderFailed(result.message);
    return result.content;
  }

  #toHtml(mjml: string): ReturnType<Engine['toHtml']> {
    try {
      this.#engine ??= loadEngine();
      const engine = this.#engine;
      return renderAroundTexts(mjml, (outline) => engine.toHtml(outline));
    } catch (error) {
      this.#discard();
      throw new RenderFailed(error instanceof Error ? error.message : String(error));
    }
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
